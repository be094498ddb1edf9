"""Speaks with a kernel as a notebook does: kernel-session.py FOLDER

Standard input takes one order a line, as JSON: {"execute": CODE} or {"interrupt": true}; its end ends the kernel.
Standard output carries every message that the kernel publishes, one JSON object a line, and {"began": ID} for each
execution, whose messages have that `parent`.
"""

import json
import subprocess
import sys
import threading

from jupyter_client.manager import start_new_kernel


speaking = threading.RLock()


def say(**fields):
    with speaking:
        sys.stdout.write(f"{json.dumps(fields)}\n")
        sys.stdout.flush()


def listen(client):
    while True:
        message = client.get_iopub_msg()
        say(parent=message["parent_header"].get("msg_id"), type=message["msg_type"], content=message["content"])


def main(folder):
    # With our own standard output, Node would make it one that does not wait, and long messages would be cut.
    manager, client = start_new_kernel(kernel_name="tslab", cwd=folder, startup_timeout=120, stdout=subprocess.DEVNULL)
    threading.Thread(target=listen, args=[client], daemon=True).start()
    try:
        for line in sys.stdin:
            order = json.loads(line)
            if "execute" in order:
                with speaking:  # so that the execution is named before its first message
                    say(began=client.execute(order["execute"]))
            else:
                manager.interrupt_kernel()
    finally:
        manager.shutdown_kernel(now=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
