"""The generator: Markdown notes in, a static garden and its manifest out."""
