import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { Dialog } from '@portal/kit/ui/dialog'
import { QueryError } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { templatesQuery } from '../queries/workforms.ts'
import { TemplateList } from './template-list.tsx'
import { TemplatePreview } from './template-preview.tsx'

/** Shows the templates and a preview. On phones either the list or the preview is visible. */
export function ChooseTemplate({ onClose, onUse }: { onClose: () => void; onUse: (id: string) => void }) {
  const templates = useQuery(templatesQuery)
  const [chosen, setChosen] = useState<string>()
  return (
    <Dialog
      open
      size="xl"
      title="Choose a template"
      description="You get a copy that you can change. The template itself does not change."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={chosen === undefined}
            onClick={() => (chosen === undefined ? undefined : onUse(chosen))}
          >
            Use this template
          </Button>
        </>
      }
    >
      {templates.error && !templates.data ? (
        <QueryError title="Failed to load workforms" query={templates} />
      ) : (
        <div className="grid gap-6 md:h-[60dvh] md:grid-cols-[20rem_minmax(0,1fr)]">
          <div className={cx('min-h-0 min-w-0 md:overflow-y-auto md:px-1', chosen !== undefined && 'max-md:hidden')}>
            <TemplateList templates={templates.data} value={chosen} onChange={setChosen} />
          </div>
          <div className={cx('min-h-0 min-w-0 md:overflow-y-auto', chosen === undefined && 'max-md:hidden')}>
            {chosen === undefined ? (
              <p
                className={cx(
                  'grid h-full place-items-center rounded-box border border-base-content/25 border-dashed p-6',
                  'text-center text-base-content/70 text-sm',
                )}
              >
                Choose a template to see it as your clients will see it.
              </p>
            ) : (
              <>
                <Button
                  size="sm"
                  variant="quiet"
                  className="mb-3 md:hidden"
                  icon={<ArrowLeft />}
                  onClick={() => setChosen(undefined)}
                >
                  All templates
                </Button>
                <TemplatePreview id={chosen} />
              </>
            )}
          </div>
        </div>
      )}
    </Dialog>
  )
}
