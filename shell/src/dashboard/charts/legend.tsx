import { type FillName, fillOf } from './fills.ts'

/** Renders the fill of a part of a chart, next to its name. */
export function Swatch({ fill }: { fill: FillName }) {
  return (
    <svg width="14" height="14" aria-hidden className="shrink-0">
      <rect x="1" y="1" width="12" height="12" rx="3" {...fillOf(fill)} />
    </svg>
  )
}

/** Names the parts of a chart. */
export function Legend({ items }: { items: readonly { fill: FillName; label: string }[] }) {
  return (
    <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {items.map(({ fill, label }) => (
        <li key={label} className="flex items-center gap-2">
          <Swatch fill={fill} />
          {label}
        </li>
      ))}
    </ul>
  )
}
