"""Executes notebooks one after the other in one kernel: execute-notebooks.py FOLDER TIMEOUT

FOLDER is the kernel's working folder, TIMEOUT the seconds that one cell may take (0: no limit). Standard input takes one
notebook a line, as JSON: {"source": FILE, "result": FILE, "env": {NAME: VALUE}}; SOURCE is read, RESULT written (with the
outputs so far when a cell fails), ENV replaces the kernel's AGORA_ and OPENAI_ variables. Its end ends the kernel.
Standard output carries one JSON object a line: {"cell": 3, "of": 12} before each cell, {"failed": 3, "error": "..."} when
one fails, {"done": true} after a notebook, with "worn": true where the kernel should execute no more of them.
"""

import asyncio
import json
import os
import signal
import sys
import threading

import nbformat
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

# A kernel that has taken more than this is replaced: each notebook leaves some of what it read in memory.
MOST_BYTES = 3e9


def say(**fields):
    print(json.dumps(fields), flush=True)


def read_jobs(loop, jobs, task):
    """Puts what is asked for into the queue. Our standard input ends when our parent does: then we end, too."""
    rest = b""
    while chunk := os.read(0, 65536):  # unbuffered: a buffered reader holds a lock that Python wants at its end
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            loop.call_soon_threadsafe(jobs.put_nowait, json.loads(line))
    loop.call_soon_threadsafe(task.cancel)


async def execute(manager, connection, folder, timeout, source, result, env):
    """Whether the kernel may execute another notebook, and the connection to it.

    All notebooks share a connection: a second one would have the first one's identity, and be ignored while that is open.
    """
    notebook = nbformat.read(source, as_version=4)
    total = sum(cell.cell_type == "code" for cell in notebook.cells)
    current = 0

    def before_cell(cell, cell_index):
        nonlocal current
        if cell.cell_type == "code":
            current += 1
            say(cell=current, of=total)

    client = NotebookClient(
        notebook,
        km=manager,
        timeout=timeout or None,
        startup_timeout=120,
        # After a cell's reply its last outputs are waited for: on a busy machine for longer than the usual 4 seconds.
        iopub_timeout=600,
        raise_on_iopub_timeout=True,
        record_timing=False,
        resources={"metadata": {"path": folder}},
        on_cell_start=before_cell,
    )
    client.kc = connection
    sound = False
    try:
        async with client.async_setup_kernel():
            reply = await client.kc.execute(f"%%fresh {json.dumps(env)}", reply=True, timeout=120)
            for index, cell in enumerate(notebook.cells):
                await client.async_execute_cell(cell, index)
            sound = reply["content"]["bytes"] < MOST_BYTES
    except CellTimeoutError:
        say(failed=current, error=f"took longer than {timeout} s")
    except DeadKernelError:
        say(failed=current, error="the kernel died (out of memory, or process.exit was called)")
    except CellExecutionError:
        say(failed=current, error="")  # the error is the cell's own output
    nbformat.write(notebook, result)
    return sound, client.kc


async def main(folder, timeout):
    loop, task, jobs = asyncio.get_running_loop(), asyncio.current_task(), asyncio.Queue()
    threading.Thread(target=read_jobs, args=[loop, jobs, task], daemon=True).start()
    manager = AsyncKernelManager(kernel_name="tslab")
    sound, connection = True, None
    try:
        while sound:
            if os.name != "nt":  # nbclient takes the handler away after each notebook
                loop.add_signal_handler(signal.SIGTERM, task.cancel)
            job = await jobs.get()
            sound, connection = await execute(manager, connection, folder, timeout, **job)
            say(done=True, worn=not sound)
    finally:
        if connection is not None:
            connection.stop_channels()
        if manager.has_kernel:
            await manager.shutdown_kernel(now=True)


if __name__ == "__main__":
    try:
        asyncio.run(main(sys.argv[1], int(sys.argv[2])))
    except (KeyboardInterrupt, asyncio.CancelledError):
        sys.exit(130)
