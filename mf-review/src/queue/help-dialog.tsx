import { Dialog } from '@portal/kit/dialog'
import { Switch } from '@portal/kit/switch'
import { type ReactNode, useState } from 'react'
import { keysAreOn, setKeysOn } from './keys.ts'

const KEYS: readonly (readonly [key: string, does: string])[] = [
  ['j', 'Next card or section'],
  ['k', 'Previous card or section'],
  ['n', 'Next section that waits for review, of any client'],
  ['Enter', 'Open or fold it'],
  ['a', 'Approve the section'],
  ['d', 'Decline the section'],
  ['u', 'Undo the approval'],
  ['Ctrl Enter', 'Confirm in a dialog'],
  ['←  →', 'Previous or next file in a preview'],
  ['Esc', 'Close a dialog'],
  ['?', 'This list'],
]

/** The keys of the review page, and whether the single letters are listened to. */
export function HelpDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [on, setOn] = useState(keysAreOn)
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" size="sm">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5 text-sm">
        {KEYS.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="kbd kbd-sm whitespace-nowrap">{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 border-base-300 border-t pt-4">
        <Switch
          label="Single-key shortcuts"
          checked={on}
          onChange={(next) => {
            setKeysOn(next)
            setOn(next)
          }}
        />
      </div>
    </Dialog>
  )
}
