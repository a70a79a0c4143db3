"""Mermaid drawn at build time: flowcharts and sequences as SVG, without any script."""
