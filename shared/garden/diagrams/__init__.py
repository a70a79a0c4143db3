"""Mermaid drawn at build time: flowcharts, states, sequences and pies, as SVG without a script."""
