import { IconButton } from '@portal/kit/ui/button'
import { lazyComponent } from '@portal/kit/ui/lazy-component'
import { type ShortcutGroup, toastError, useListedShortcuts, useSingleKeys } from '@portal/sdk'
import { Keyboard } from 'lucide-react'
import { useState } from 'react'

const ShortcutsDialog = lazyComponent(() =>
  import(/* webpackChunkName: "shortcuts" */ './shortcuts-dialog.tsx').then((m) => m.ShortcutsDialog),
)

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
  shortcuts: [...EVERYWHERE.shortcuts, [['Ctrl B', '⌘ B'], 'Collapse or expand the sidebar']],
}

/** Opens the list of shortcuts with `?` or a button. */
export function Shortcuts({ group }: { group: ShortcutGroup }) {
  const [open, setOpen] = useState(false)
  useListedShortcuts(group)
  const on = useSingleKeys({ '?': () => setOpen(true) })
  const missing = (): void => {
    setOpen(false)
    toastError('Error', 'This dialog could not be loaded. Please try again.')
  }
  return (
    <>
      <IconButton
        label="Keyboard shortcuts"
        aria-keyshortcuts={on ? '?' : undefined}
        onClick={() => setOpen(true)}
        className="pointer-coarse:hidden max-sm:hidden"
        icon={<Keyboard />}
      />
      {open ? <ShortcutsDialog.Component onClose={() => setOpen(false)} onError={missing} /> : null}
    </>
  )
}
