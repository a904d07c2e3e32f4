import { Button } from '@portal/kit/button'
import { Dialog } from '@portal/kit/dialog'
import { Switch } from '@portal/kit/switch'
import { setShortcutsOn, useShortcutsOn } from './shortcuts.ts'

const KEYS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['/'], 'Search'],
  [['↓'], 'From the search box into the list'],
  [['↑', '↓'], 'Row by row'],
  [['←', '→'], 'Along the cells of a row'],
  [['Page Up', 'Page Down'], 'A screen at a time'],
  [['Home', 'End'], 'First row; last row that is loaded'],
  [['Enter'], 'Open the client, or press the button'],
]

/** What the keys do on the page, and whether single ones do. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const on = useShortcutsOn()
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title="Keyboard shortcuts"
      footer={
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      }
    >
      <dl className="grid gap-2.5 text-sm">
        {KEYS.map(([keys, what]) => (
          <div key={what} className="flex items-center justify-between gap-4">
            <dt className="text-base-content/80">{what}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <kbd key={key} className="kbd kbd-sm">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Single-key shortcuts"
        help="Switch them off if you speak to your computer: / then types a slash and nothing else."
        checked={on}
        onChange={setShortcutsOn}
        className="mt-5 border-base-300 border-t pt-5"
      />
    </Dialog>
  )
}
