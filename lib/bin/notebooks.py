"""Executes notebooks, two at a time, each in a fresh kernel.

Usage: notebooks.py [--write] NAME ...

With --write, the command replaces notebooks whose outputs changed. Without --write, it only compares outputs, and a
difference counts as a failure. A cell that fails or writes to standard error also counts as a failure, unless it is
tagged "raises-exception".

The exit code is 1 if a notebook failed.
"""

import asyncio
import os
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
AT_ONCE = 2
CELL_SECONDS = 900
# Cell metadata that editors add. It is never committed.
PASSING = ("execution", "ExecuteTime", "scrolled", "trusted", "vscode", "pycharm")

running = {}  # progress of each running notebook, by name


def show_running():
    """Shows what is running on one line, rewritten in place. A log receives only complete lines."""
    if sys.stdout.isatty():
        text = ", ".join(f"{name} {place}" for name, place in running.items())
        print(f"\r\033[K{text[: os.get_terminal_size().columns - 1]}", end="", flush=True)


def say(text):
    print(f"\r\033[K{text}" if sys.stdout.isatty() else text, flush=True)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def standard_error(cell):
    outputs = [output for output in cell.outputs if output.output_type == "stream" and output.name == "stderr"]
    return "".join(output.text for output in outputs)


async def execute(name, notebook):
    """Executes a notebook in place. Returns a description of the fault, or None."""
    total = len(code_cells(notebook))
    for cell in notebook.cells:
        for key in PASSING:
            cell.metadata.pop(key, None)
        if cell.cell_type == "code":
            cell.update(outputs=[], execution_count=None)
    position = 0

    def before_cell(cell, cell_index):
        nonlocal position
        position += cell.cell_type == "code"
        running[name] = f"{position}/{total}"
        show_running()

    client = NotebookClient(
        notebook,
        kernel_name="tslab",
        timeout=CELL_SECONDS,
        startup_timeout=120,
        # Seconds to wait for a cell's last outputs. A busy machine needs more than the default 4 seconds.
        iopub_timeout=600,
        raise_on_iopub_timeout=True,
        coalesce_streams=True,
        record_timing=False,
        resources={"metadata": {"path": str(FOLDER)}},
        on_cell_start=before_cell,
    )
    fault = None
    try:
        await client.async_execute()
    except CellTimeoutError:
        fault = f"the cell took longer than {CELL_SECONDS} s"
    except DeadKernelError:
        fault = "the kernel died: it ran out of memory, or process.exit was called"
    except CellExecutionError as error:
        fault = standard_error(code_cells(notebook)[position - 1]) or str(error)
    if fault is not None:
        return f"code cell {position}: {fault.strip()}"
    for number, cell in enumerate(code_cells(notebook), 1):
        if standard_error(cell) and "raises-exception" not in cell.metadata.get("tags", []):
            return f"code cell {number} wrote to standard error: {standard_error(cell).strip()}"
    return None


def first_difference(committed, fresh):
    """Returns the first line in which two notebook files differ."""
    for before, now in zip(committed.splitlines() + [""], fresh.splitlines() + [""]):
        if before != now:
            place = next((i for i, (a, b) in enumerate(zip(before, now)) if a != b), 0)
            start = max(0, place - 40)
            return f"committed: {before[start : start + 100]}\n      now: {now[start : start + 100]}"
    return "one file is longer than the other"


async def process(name, turn, write):
    """Executes one notebook and reports on it. Returns whether it passed."""
    path = FOLDER / f"{name}.ipynb"
    async with turn:
        start = time.monotonic()
        running[name] = "starting"
        show_running()
        committed = path.read_text(encoding="utf-8")
        notebook = nbformat.reads(committed, as_version=4)
        fault = await execute(name, notebook)
        del running[name]
    fresh = nbformat.writes(notebook) + "\n"
    outcome = "as committed"
    if fault is None and fresh != committed:
        if path.read_text(encoding="utf-8") != committed:
            fault = "the file was edited during the run, so it was left unchanged. Run the notebook again."
        elif write:
            path.write_text(fresh, encoding="utf-8")
            outcome = "changed"
        else:
            fault = f'its outputs differ ("npm run reproduce" updates them)\n{first_difference(committed, fresh)}'
    say(f"{name:30} {'FAILED' if fault else outcome} ({time.monotonic() - start:.1f} s)")
    if fault is not None:
        say("    " + fault.replace("\n", "\n    "))
    return fault is None


async def end_with_parent():
    """Ends this process when the command that started it has ended. The kernels do the same."""
    parent = os.getppid()
    while os.getppid() == parent:
        await asyncio.sleep(0.5)
    os._exit(130)


async def main(arguments):
    watch = asyncio.create_task(end_with_parent())
    write = "--write" in arguments
    names = [argument for argument in arguments if argument != "--write"]
    turn = asyncio.Semaphore(AT_ONCE)
    passed = await asyncio.gather(*(process(name, turn, write) for name in names))
    watch.cancel()
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
