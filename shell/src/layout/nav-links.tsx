import { cx } from '@portal/kit/ui/class-names'
import { Tooltip } from '@portal/kit/ui/tooltip'
import { Link } from '@tanstack/react-router'
import type { NavItem } from './nav.ts'
import { shownCount } from './unread.ts'

export interface NavLinksProps {
  label: string
  items: readonly NavItem[]
  /** Shows icons only, with the names as tooltips. */
  collapsed?: boolean | undefined
  onFollow?: (() => void) | undefined
  /** Counts by path, each with the word for what it counts. */
  counts?: Readonly<Record<string, { count: number; of: string }>> | undefined
}

function Count({ count, of, collapsed }: { count: number; of: string; collapsed: boolean | undefined }) {
  return collapsed ? (
    <span className="absolute top-1 right-1 size-2 rounded-full bg-primary forced-colors:bg-[Highlight]" aria-hidden />
  ) : (
    <span className="badge badge-primary badge-sm ml-auto tabular-nums">
      {shownCount(count)}
      <span className="sr-only"> {of}</span>
    </span>
  )
}

/** Renders the links of a navigation and marks the current one. */
export function NavLinks({ label, items, collapsed, onFollow, counts = {} }: NavLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className="grid gap-0.5">
        {items.map(({ to, label: name, icon: Icon }) => {
          const waiting = counts[to]
          const shown = waiting && waiting.count > 0 ? waiting : undefined
          const link = (
            <Link
              to={to}
              onClick={onFollow}
              aria-label={collapsed ? (shown ? `${name}, ${shownCount(shown.count)} ${shown.of}` : name) : undefined}
              className={cx(
                'group relative flex h-9 items-center pointer-coarse:h-11 gap-3 rounded-field font-medium',
                'text-base-content/75 text-sm hover:bg-base-200 hover:text-base-content',
                'aria-[current=page]:bg-primary/10 aria-[current=page]:text-primary',
                collapsed ? 'justify-center' : 'px-3',
              )}
            >
              <Icon className="size-[1.125rem] shrink-0" aria-hidden />
              {collapsed ? null : <span className="truncate">{name}</span>}
              {shown ? <Count {...shown} collapsed={collapsed} /> : null}
            </Link>
          )
          return (
            <li key={to}>
              {collapsed ? (
                <Tooltip text={name} side="right">
                  {link}
                </Tooltip>
              ) : (
                link
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
