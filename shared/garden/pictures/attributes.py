"""The attributes of SVG that decide how a drawing looks; all others may keep what nobody sees.

Programs keep their whole source in some of their own: of SVG 1.1, appendix K, and SVG 2,
https://www.w3.org/TR/SVG2/attindex.html, what draws is kept, and of SMIL what moves it.
"""

SHAPES = """
    class cx cy d dx dy fr fx fy height href id lang lengthAdjust method offset path pathLength
    points preserveAspectRatio r rotate rx ry side spacing startOffset style textLength transform
    version viewBox width x x1 x2 y y1 y2 requiredExtensions requiredFeatures systemLanguage
"""
PAINT = """
    clipPathUnits gradientTransform gradientUnits markerHeight markerUnits markerWidth
    maskContentUnits maskUnits orient patternContentUnits patternTransform patternUnits refX refY
    spreadMethod media type
"""
FILTERS = """
    amplitude azimuth baseFrequency bias diffuseConstant divisor edgeMode elevation exponent
    filterRes filterUnits in in2 intercept k1 k2 k3 k4 kernelMatrix kernelUnitLength
    limitingConeAngle mode numOctaves operator order pointsAtX pointsAtY pointsAtZ preserveAlpha
    primitiveUnits radius result scale seed slope specularConstant specularExponent stdDeviation
    stitchTiles surfaceScale tableValues targetX targetY values xChannelSelector yChannelSelector z
"""
MOTION = """
    accumulate additive attributeName attributeType begin by calcMode dur end from keyPoints
    keySplines keyTimes max min repeatCount repeatDur restart to
"""
FONTS = """
    ascent cap-height descent glyph-name horiz-adv-x horiz-origin-x units-per-em unicode x-height
"""
STYLES = """
    alignment-baseline background-color baseline-shift clip clip-path clip-rule color
    color-interpolation color-interpolation-filters color-rendering cursor direction display
    dominant-baseline enable-background fill fill-opacity fill-rule filter flood-color
    flood-opacity font font-family font-feature-settings font-kerning font-size font-size-adjust
    font-stretch font-style font-variant font-variant-ligatures font-weight
    glyph-orientation-horizontal glyph-orientation-vertical image-rendering isolation kerning
    letter-spacing lighting-color line-height marker marker-end marker-mid marker-start mask
    mask-type mix-blend-mode opacity overflow paint-order pointer-events shape-inside
    shape-rendering solid-color solid-opacity stop-color stop-opacity stroke stroke-dasharray
    stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
    text-align text-anchor text-decoration text-indent text-orientation text-overflow
    text-rendering text-transform transform-box transform-origin unicode-bidi vector-effect
    visibility white-space word-spacing writing-mode
"""
DRAWING = frozenset(f"{SHAPES}{PAINT}{FILTERS}{MOTION}{FONTS}{STYLES}".split())
