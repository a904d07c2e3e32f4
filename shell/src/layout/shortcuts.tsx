import { IconButton } from '@portal/kit/ui/button'
import { lazyComponent } from '@portal/kit/ui/lazy-component'
import { type ShortcutGroup, toastError, useListedShortcuts, useSingleKeys } from '@portal/sdk'
import { Keyboard } from 'lucide-react'
import { useState } from 'react'

const ShortcutsDialog = lazyComponent(() =>
  import(/* webpackChunkName: "shortcuts" */ './shortcuts-dialog.tsx').then((m) => m.ShortcutsDialog),
)

/** What holds on every page. */
export const EVERYWHERE: ShortcutGroup = {
  title: 'Every page',
  shortcuts: [
    [['?'], 'Keyboard shortcuts'],
    [['Alt T'], 'To the messages'],
    [['Esc'], 'Close what is open'],
  ],
}
/** What holds on every page that has the bookkeeper's sidebar. */
export const WITH_SIDEBAR: ShortcutGroup = {
  title: EVERYWHERE.title,
  shortcuts: [...EVERYWHERE.shortcuts, [['Ctrl B', '⌘ B'], 'Fold or unfold the sidebar']],
}

/** Opens the list of keyboard shortcuts, by `?` or by a button. */
export function Shortcuts({ group }: { group: ShortcutGroup }) {
  const [open, setOpen] = useState(false)
  useListedShortcuts(group)
  const on = useSingleKeys({ '?': () => setOpen(true) })
  const missing = (): void => {
    setOpen(false)
    toastError('Error', 'This part of the page could not be loaded. Please try again.')
  }
  return (
    <>
      <IconButton
        label="Keyboard shortcuts"
        aria-keyshortcuts={on ? '?' : undefined}
        onClick={() => setOpen(true)}
        className="pointer-coarse:hidden max-sm:hidden"
      >
        <Keyboard className="size-4" aria-hidden />
      </IconButton>
      {open ? <ShortcutsDialog.Component onClose={() => setOpen(false)} onError={missing} /> : null}
    </>
  )
}
