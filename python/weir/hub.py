"""Programs and weights of others, in PyTorch's words: none, as nothing is downloaded."""

from __future__ import annotations

from typing import Any

from ._errors import at_user_line

__all__ = ["download_url_to_file", "help", "list", "load", "load_state_dict_from_url"]


def _refused(function: str, source: Any) -> NotImplementedError:
    rule = "expects programs and weights in files that are here, as nothing is downloaded"
    return NotImplementedError(at_user_line(f"hub.{function}: {rule}; got {source!r}"))


def load(repo_or_dir: str, model: str, *args: Any, **kwargs: Any) -> Any:
    """Raises NotImplementedError."""
    raise _refused("load", repo_or_dir)


def list(github: str, *args: Any, **kwargs: Any) -> Any:
    """Raises NotImplementedError."""
    raise _refused("list", github)


def help(github: str, model: str, *args: Any, **kwargs: Any) -> Any:
    """Raises NotImplementedError."""
    raise _refused("help", github)


def load_state_dict_from_url(url: str, *args: Any, **kwargs: Any) -> Any:
    """Raises NotImplementedError. A file that is here is read with `weir.load`."""
    raise _refused("load_state_dict_from_url", url)


def download_url_to_file(url: str, dst: str, *args: Any, **kwargs: Any) -> Any:
    """Raises NotImplementedError."""
    raise _refused("download_url_to_file", url)
