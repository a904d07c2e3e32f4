import type { SVGAttributes } from 'react'

/** How parts of a chart are filled. The last one is only outlined, so that they differ without color. */
const FILLS = {
  primary: { className: 'fill-primary' },
  // Mixed instead of transparent: the lines of the axis would shine through.
  warning: { className: 'fill-[color-mix(in_oklab,var(--color-warning)_60%,var(--color-base-100))]' },
  outline: { className: 'fill-base-100 stroke-error', strokeWidth: 1.5, strokeDasharray: '3 2' },
  success: { className: 'fill-success/70' },
} as const satisfies Record<string, SVGAttributes<SVGElement>>
export type FillName = keyof typeof FILLS

/** Returns the attributes of a shape with a fill. */
export const fillOf = (name: FillName): SVGAttributes<SVGElement> => FILLS[name]
