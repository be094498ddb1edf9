"""Settings of this folder's Jupyter server; the set-up copies them to .venv/etc/jupyter/jupyter_server_config.py."""

import sys
import warnings
from pathlib import Path

from jupyter_core.paths import jupyter_config_dir


def keep_figures_interactive(model, **_):
    """Plotly's extension puts a PNG beside a figure that it has drawn, and shows that when the notebook is reopened."""
    if model["type"] != "notebook":
        return
    for cell in model["content"]["cells"]:
        for output in cell.get("outputs", []):
            if "application/vnd.plotly.v1+json" in output.get("data", {}):
                output["data"].pop("image/png", None)


# The server sets it twice, and warns of the second time.
warnings.filterwarnings("ignore", "Overriding existing pre_save_hook")
c.ContentsManager.pre_save_hook = keep_figures_interactive  # noqa: F821 (Jupyter defines c)
# A new notebook is one of TypeScript.
c.MultiKernelManager.default_kernel_name = "tslab"  # noqa: F821
# Figures in a dark lab; the reader's own custom.css, where there is one, comes before ours.
c.LabApp.custom_css = True  # noqa: F821
# Not `c.ServerApp.static_custom_path`, which Jupyter's server does not let a configuration set.
custom = [str(Path(folder) / "custom") for folder in (jupyter_config_dir(), Path(sys.prefix) / "etc" / "jupyter")]
c.ServerApp.tornado_settings = {"static_custom_path": custom}  # noqa: F821
