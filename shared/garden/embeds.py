"""Notes within notes: the whole, a section or a block, and a guard against loops."""

from html import escape

from shared.garden.blocks import footnotes
from shared.garden.inline import show_file
from shared.garden.note import Attachment, Note
from shared.garden.tree import Node
from shared.garden.writer import Writer

DEEPEST = 5
MOST = 100  # on one page; notes that embed each other twice would double without end


def embed(writer: Writer, node: Node) -> None:
    """Write an embedded note or file, or a placeholder that tells nothing."""
    match node.target:
        case Attachment() as file:
            show_file(writer, node, file)
        case Note() as note:
            embed_note(writer, node, note)
        case _:
            writer.put(f'<p class="not-shown">{escape(writer.not_shown)}</p>\n')


def embed_note(writer: Writer, node: Node, note: Note) -> None:
    """Write another note here, unless it is being written already."""
    here = (note, node.fragment)
    writer.embeds += 1
    if loops(writer, here) or len(writer.inside) >= DEEPEST or writer.embeds > MOST:
        if not writer.for_mail:
            warn(writer, node, note)
        writer.put(f'<p class="not-shown">↻ {link_to(writer, note, node)}</p>\n')
        return
    writer.put('<blockquote class="embed">\n')
    writer.put(f'<p class="embed-title">{link_to(writer, note, node)}</p>\n')
    writer.inside.append(here)
    pieces = cut(note, node.fragment)
    for piece in pieces:
        writer.write[piece.kind](writer, piece)
    footnotes(writer, mentioned(note, pieces))
    writer.inside.pop()
    writer.put("</blockquote>\n")


def loops(writer: Writer, here: tuple[Note, str]) -> bool:
    """Tell whether this part, or the whole note around it, is being written already."""
    written = [*writer.inside, (writer.note, "")]
    return here in written or (here[0], "") in writer.inside


def warn(writer: Writer, node: Node, note: Note) -> None:
    """Report a loop where the embed stands."""
    source = writer.inside[-1][0] if writer.inside else writer.note
    message = f'embed "{node.url}" loops, or is nested too deep; a link to {note.path} stands there'
    writer.problems.warn(source.path, node.line, source.column_of(node), message)


def link_to(writer: Writer, note: Note, node: Node) -> str:
    """Return a link to the embedded note."""
    heading = node.url.partition("#")[2].strip()
    words = note.title if heading[:1] in ("", "^") else f"{note.title} › {heading}"
    return f'<a href="{escape(writer.url_of(note, node.fragment) or "/")}">{escape(words)}</a>'


def cut(note: Note, fragment: str) -> list[Node]:
    """Return the blocks of a whole note, of one section, or the one block that is meant."""
    blocks = [block for block in note.tree.children if block.kind != "footnote"]
    if not fragment or fragment == note.title_id:
        return blocks
    for index, block in enumerate(blocks):
        if block.id == fragment and block.kind == "heading":
            return section(blocks[index:])
    return [found for found in note.tree.walk() if found.id == fragment][:1]


def section(blocks: list[Node]) -> list[Node]:
    """Return a heading and what follows, up to the next heading of its rank."""
    for index, block in enumerate(blocks[1:], 1):
        if block.kind == "heading" and block.level <= blocks[0].level:
            return blocks[:index]
    return blocks


def mentioned(note: Note, pieces: list[Node]) -> list[Node]:
    """Return the footnotes that these pieces refer to."""
    names = {
        each.text for piece in pieces for each in piece.walk() if each.kind == "footnote-reference"
    }
    return [each for each in note.tree.children if each.kind == "footnote" and each.text in names]
