import type { SVGAttributes } from 'react'

/** How parts of a chart are filled. The last one is only outlined, so that they differ without color. */
const FILLS = {
  primary: { className: 'fill-primary' },
  warning: { className: 'fill-warning/60' },
  outline: { className: 'fill-base-100 stroke-error', strokeWidth: 1.5, strokeDasharray: '3 2' },
  success: { className: 'fill-success/70' },
} as const satisfies Record<string, SVGAttributes<SVGElement>>
export type FillName = keyof typeof FILLS

/** Returns the attributes of a shape with a fill. */
export const fillOf = (name: FillName): SVGAttributes<SVGElement> => FILLS[name]
