"""What the source of a reward says: its imports, and the keys that it reads from its inputs."""

import ast
import inspect
import textwrap


def imported_names(file):
    """The top-level names that a file imports, except those inside a try, which it can do without."""
    try:
        with open(file, "rb") as source:
            tree = ast.parse(source.read())
    except (OSError, SyntaxError, ValueError):
        return []
    names = []
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            names.extend(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.append(node.module.split(".")[0])
        elif not isinstance(node, ast.Try):
            waiting.extend(reversed(list(ast.iter_child_nodes(node))))
    return list(dict.fromkeys(names))


def keys_read(function, name):
    """
    The constant keys that a function reads from its parameter `name` or from the elements of it, as in
    `for each in name: each["key"]`, in order. Empty where the source is not known.
    """
    tree = tree_of(function)
    if tree is None:
        return []
    holders = {name}
    for node in ast.walk(tree):
        if isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)) and mentions(node.iter, name):
            holders.update(each.id for each in ast.walk(node.target) if isinstance(each, ast.Name))
    return list(dict.fromkeys(key for holder, key in reads(tree) if holder in holders))


def reads_messages(function):
    """Whether a function, or a function of its module that it uses, reads the key `content`, as of a chat message."""
    seen = set()
    waiting = [function]
    while waiting:
        each = inspect.unwrap(waiting.pop())
        tree = tree_of(each)
        if each in seen or tree is None:
            continue
        seen.add(each)
        if any(key == "content" and holder is not None for holder, key in reads(tree)):
            return True
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        known = getattr(each, "__globals__", {})
        waiting.extend(
            known[name]
            for name in used
            if inspect.isfunction(known.get(name)) and known[name].__module__ == each.__module__
        )
    return False


def reads(tree):
    """
    The constant keys that a tree reads, each with the name that it is read from: `each` in `each["key"]`,
    `each[0]["key"]` and `each.get("key")`. The name is None in `reply["message"]["key"]` and in other expressions.
    """
    expressions = [node for node in ast.walk(tree) if isinstance(node, (ast.Subscript, ast.Call))]
    for node in sorted(expressions, key=lambda each: (each.lineno, each.col_offset)):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            key, value = constant(node.slice), node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            key, value = (constant(node.args[0]) if node.args else None), node.func.value
        else:
            continue
        if isinstance(key, str):
            while isinstance(value, ast.Subscript) and not isinstance(constant(value.slice), str):
                value = value.value
            yield (value.id if isinstance(value, ast.Name) else None), key


def constant(node):
    # Until Python 3.8 an index was wrapped.
    node = getattr(node, "value", node) if type(node).__name__ == "Index" else node
    return node.value if isinstance(node, ast.Constant) else None


def mentions(node, name):
    return any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(node))


def tree_of(function):
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function))))
    except (OSError, TypeError, SyntaxError, ValueError):
        return None
