import { cx } from '@portal/kit/class-names'
import { Tooltip } from '@portal/kit/tooltip'
import { Link } from '@tanstack/react-router'
import type { NavItem } from './nav.ts'

export interface NavLinksProps {
  label: string
  items: readonly NavItem[]
  /** Icons only; the names show as tooltips. */
  collapsed?: boolean | undefined
  onFollow?: (() => void) | undefined
}

/** The links of a navigation; the current one is marked. */
export function NavLinks({ label, items, collapsed, onFollow }: NavLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className="grid gap-0.5">
        {items.map(({ to, label: name, icon: Icon }) => {
          const link = (
            <Link
              to={to}
              onClick={onFollow}
              aria-label={collapsed ? name : undefined}
              className={cx(
                'group flex h-9 items-center pointer-coarse:h-11 gap-3 rounded-field font-medium text-base-content/75 text-sm hover:bg-base-200 hover:text-base-content',
                'aria-[current=page]:bg-primary/10 aria-[current=page]:text-primary',
                collapsed ? 'justify-center' : 'px-3',
              )}
            >
              <Icon className="size-[1.125rem] shrink-0" aria-hidden />
              {collapsed ? null : <span className="truncate">{name}</span>}
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
