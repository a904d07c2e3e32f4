import { IconButton } from '@portal/kit/ui/button'
import { type ShortcutGroup, useListedShortcuts, useSingleKeys } from '@portal/sdk'
import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

/** Shortcuts of every page. */
export const EVERYWHERE: ShortcutGroup = {
  title: 'Every page',
  shortcuts: [
    [['?'], 'Keyboard shortcuts'],
    [['Alt T'], 'Go to alerts'],
    [['Esc'], 'Close dialog or menu'],
  ],
}
/** Shortcuts of every page with the bookkeeper's sidebar. */
export const WITH_SIDEBAR: ShortcutGroup = {
  title: EVERYWHERE.title,
  shortcuts: [
    [['Ctrl K', '⌘ K'], 'Search, or run a command'],
    ...EVERYWHERE.shortcuts,
    [['Ctrl B', '⌘ B'], 'Collapse or expand the sidebar'],
  ],
}

/** Opens the list of shortcuts with `?` or a button. */
export function Shortcuts({ group }: { group: ShortcutGroup }) {
  const [open, setOpen] = useState(false)
  useListedShortcuts(group)
  const on = useSingleKeys({ '?': () => setOpen(true) })
  return (
    <>
      <IconButton
        label="Keyboard shortcuts"
        aria-keyshortcuts={on ? '?' : undefined}
        onClick={() => setOpen(true)}
        className="pointer-coarse:hidden max-sm:hidden"
        icon={<Keyboard />}
      />
      {open ? <ShortcutsDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}
