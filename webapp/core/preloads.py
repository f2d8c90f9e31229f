"""Links in the head of a page to all modules that its scripts import.

A browser learns what a module imports when it has read that module: imports five deep are asked
for in five steps. With the links it asks for all of them at once.
"""

import re
from functools import cache
from posixpath import dirname, join, normpath

from flask import Flask, url_for
from markupsafe import Markup

from webapp.core import static_files

__all__ = ["install"]

_IMPORT = re.compile(r'^import\b[^;"]*"([^"]+)";', re.MULTILINE)
_SCRIPT = re.compile(r'<script type="module" src="([^"]+)">')


def install(app: Flask) -> None:
    """Give the templates of an app the filter `preloaded`; read all modules for it, once."""
    needs = _needs()

    def preloaded(head: str) -> str:
        """Add links to all that the scripts in the head of a page import, directly or not."""
        root = url_for("static", filename="")
        scripts = [address.removeprefix(root) for address in _SCRIPT.findall(head)]
        modules = dict.fromkeys(each for script in scripts for each in needs[script])
        links = (
            f'<link rel="modulepreload" href="{root}{module}">\n  '
            for module in modules
            if module not in scripts
        )
        return head + Markup("".join(links))

    app.add_template_filter(preloaded)


@cache
def _needs() -> dict[str, list[str]]:
    """Return all modules of the site, each with a list of itself and all that it imports."""
    imports = {
        module: [
            normpath(join(dirname(module), each)) for each in _IMPORT.findall(content.decode())
        ]
        for module, content in static_files.files().items()
        if module.endswith(".js")
    }
    needs = {}
    for module in imports:
        needs[module] = found = [module]
        for each in found:  # which grows meanwhile
            found += [one for one in imports[each] if one not in found]
    return needs
