import * as Radix from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'
import { cx } from './class-names.tsx'
import { formatCount } from './count.tsx'

export interface Tab<T extends string> {
  value: T
  label: string
  count?: number | undefined
}

export interface TabsProps<T extends string> {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly Tab<T>[]
  value: T
  onChange: (value: T) => void
  /** Content of the selected tab. */
  children: ReactNode
  /** `line`: above a page's content. `box`: in a small space, such as a popover or a card. */
  look?: 'line' | 'box' | undefined
  className?: string | undefined
}

const LIST = {
  // A shadow, because a list that scrolls would cut a tab's line that covers a border.
  line: 'flex gap-5 overflow-x-auto shadow-[inset_0_-1px_0_var(--color-base-300)] max-sm:gap-3',
  box: 'grid grid-flow-col auto-cols-fr gap-1 rounded-field bg-base-200 p-1',
}
const TAB = {
  line: cx(
    'min-h-10 forced-colors:px-2 border-transparent border-b-2 text-base-content/70',
    'hover:text-base-content data-[state=active]:border-primary',
    'data-[state=active]:text-base-content',
  ),
  box: cx(
    'min-h-8 rounded-[calc(var(--radius-field)-0.125rem)] px-3 text-base-content/70',
    'hover:text-base-content data-[state=active]:bg-base-100 data-[state=active]:text-base-content',
    'data-[state=active]:shadow-sm',
  ),
}

/** Renders tabs with arrow-key navigation. Only the content of the selected tab is mounted. */
export function Tabs<T extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
  look = 'line',
  className,
}: TabsProps<T>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as T)} className={className}>
      <Radix.List aria-label={label} className={LIST[look]}>
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={cx(
              'inline-flex cursor-pointer items-center justify-center gap-2 whitespace-nowrap font-medium text-sm',
              'focus-visible:-outline-offset-2',
              TAB[look],
            )}
          >
            {tab.label}
            {tab.count === undefined ? null : (
              <span className="rounded-full bg-base-content/8 px-1.5 text-xs tabular-nums">
                {formatCount(tab.count)}
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content key={value} value={value} className="outline-offset-4" tabIndex={-1}>
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}
