import { Button } from '@portal/kit/ui/button'
import { Dialog } from '@portal/kit/ui/dialog'
import { Switch } from '@portal/kit/ui/switch'
import { setSingleKeys, useShortcuts, useSingleKeysOn } from '@portal/sdk'

/** Lists the shortcuts of the current page, and turns single-key shortcuts on or off. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const on = useSingleKeysOn()
  const groups = useShortcuts()
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
      <div className="grid gap-5">
        {groups.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className="font-semibold text-sm">{title}</h3>
            <dl className="mt-2 grid gap-2.5 text-sm">
              {shortcuts.map(([keys, does]) => (
                <div key={does} className="flex items-center justify-between gap-4">
                  <dt className="text-base-content/80">{does}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {keys.map((key) => (
                      <kbd key={key} className="kbd kbd-sm whitespace-nowrap">
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        label="Single-key shortcuts"
        help="Turn them off if you use voice control. Pressing only a letter, / or ? then does nothing."
        checked={on}
        onChange={setSingleKeys}
        className="mt-5 border-base-300 border-t pt-5"
      />
    </Dialog>
  )
}
