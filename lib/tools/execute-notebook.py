"""Executes one notebook: execute-notebook.py SOURCE RESULT FOLDER TIMEOUT

SOURCE is read, RESULT written (with the outputs so far when a cell fails), FOLDER is the kernel's working
folder, TIMEOUT the seconds that one cell may take (0: no limit). Standard output carries one JSON object a
line: {"cell": 3, "of": 12} before each cell, {"failed": 3, "error": "..."} when one fails.
"""

import json
import os
import signal
import sys
import threading

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError


def say(**fields):
    print(json.dumps(fields), flush=True)


def end_with_parent():
    """Our standard input ends when our parent does; then our kernel must end too."""
    while os.read(0, 4096):  # unbuffered: a buffered reader holds a lock that Python wants at its end
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def stop(*_):
    raise KeyboardInterrupt


def main(source, result, folder, timeout):
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
        kernel_name="tslab",
        timeout=int(timeout) or None,
        startup_timeout=120,
        record_timing=False,
        resources={"metadata": {"path": folder}},
        on_cell_start=before_cell,
    )
    status = 0
    try:
        client.execute()
    except CellTimeoutError:
        say(failed=current, error=f"took longer than {timeout} s")
        status = 1
    except DeadKernelError:
        say(failed=current, error="the kernel died (out of memory, or process.exit was called)")
        status = 1
    except CellExecutionError:
        say(failed=current, error="")  # the error is the cell's own output
        status = 1
    nbformat.write(notebook, result)
    return status


if __name__ == "__main__":
    threading.Thread(target=end_with_parent, daemon=True).start()
    signal.signal(signal.SIGTERM, stop)
    try:
        sys.exit(main(*sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
