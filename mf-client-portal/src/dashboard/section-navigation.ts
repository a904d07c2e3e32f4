import type { PortalWorkform } from '@portal/contract/client-portal'
import { isTyping } from '@portal/kit/ui/focus'
import { useEffect, useEffectEvent, useState } from 'react'
import type { DashboardSearch } from './search.ts'
import { isOpen } from './section-order.ts'

/** Which section is open or was just submitted, and how to change it. Shared by the cards of the dashboard. */
export interface SectionNavigation {
  /** Assignment id of the open section. */
  opened: string | undefined
  /** Whether the form of a section is shown, if the client can fill it in. */
  showsForm: (id: string) => boolean
  /** Assignment id of the section that was just submitted, while its card says so. */
  sent: string | undefined
  /** The question to continue with in the open section, if the client chose one. */
  target: { question: string } | undefined
  open: (id: string, question?: string) => void
  /** Opens a section at a question, in place of the dialog that asked for it. */
  continueAt: (id: string, question: string) => void
  close: (id: string) => void
  submitted: (id: string) => void
  /** Workform id of the card that asks by when the client will send it. */
  promising: string | undefined
  /** Opens or closes that question. */
  promise: (workformId: string | undefined) => void
}

export interface NavigationProps {
  search: DashboardSearch
  /** Called with the new search; `step` makes it a step that the Back button undoes. */
  onSearch: (search: DashboardSearch, step?: boolean) => void
}

/**
 * Returns whether the opened section shows its form. One that is returned while the client is typing, such as a comment
 * on what was sent, is closed instead: its form would take the focus.
 */
function useShowsForm(items: readonly PortalWorkform[], opened: string | undefined, close: () => void): boolean {
  const section = items.flatMap(({ sections }) => sections).find((s) => s.assignment_id === opened)
  const isLocked = section !== undefined && !isOpen(section)
  // The opened section, from when it was seen locked.
  const [waiting, setWaiting] = useState<string>()
  const next = isLocked || waiting === opened ? opened : undefined
  if (waiting !== next) setWaiting(next)
  const isReturned = section !== undefined && !isLocked && waiting === opened
  const decide = useEffectEvent(() => (isTyping() ? close() : setWaiting(undefined)))
  useEffect(() => {
    // The focus is only known after rendering.
    // oxlint-disable-next-line react/set-state-in-effect
    if (isReturned) decide()
  }, [isReturned])
  return !isReturned
}

/** Returns the navigation between the sections of these workforms, which is part of the address. */
export function useSectionNavigation(
  { search, onSearch }: NavigationProps,
  items: readonly PortalWorkform[],
): SectionNavigation {
  const { section: opened, ...rest } = search
  const [sent, setSent] = useState<string>()
  const [target, setTarget] = useState<{ question: string }>()
  const isShown = useShowsForm(items, opened, () => onSearch(rest))
  return {
    opened,
    showsForm: (section) => isShown && section === opened,
    sent,
    target,
    open: (section, question) => {
      setSent(undefined)
      setTarget(question === undefined ? undefined : { question })
      if (section !== opened) onSearch({ ...rest, section }, true)
    },
    continueAt: (section, question) => {
      setSent(undefined)
      setTarget({ question })
      onSearch({ section })
    },
    close: (section) => {
      setTarget(undefined)
      if (section === opened) onSearch(rest)
    },
    submitted: (section) => {
      setTarget(undefined)
      setSent(section)
    },
    promising: search.promise,
    promise: (workform) => {
      const { promise: _closed, ...others } = search
      onSearch(workform ? { ...others, promise: workform } : others, workform !== undefined)
    },
  }
}
