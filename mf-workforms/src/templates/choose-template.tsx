import { WorkformOption } from '@portal/kit/features/workform-option'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { Dialog } from '@portal/kit/ui/dialog'
import { PickerList } from '@portal/kit/ui/picker-list'
import { QueryError } from '@portal/kit/ui/states'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { templatesQuery, type WorkformsPage } from '../queries/workforms.ts'
import { TemplatePreview } from './template-preview.tsx'

/** Shows the templates and a preview. On phones either the list or the preview is visible. */
export function ChooseTemplate({ onClose, onUse }: { onClose: () => void; onUse: (id: string) => void }) {
  const [search, setSearch] = useState('')
  const templates = useInfiniteQuery(templatesQuery(search))
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
            <Templates list={templates} search={search} onSearch={setSearch} chosen={chosen} onPick={setChosen} />
          </div>
          <div className={cx('min-h-0 min-w-0 md:overflow-y-auto', chosen === undefined && 'max-md:hidden')}>
            <Chosen id={chosen} onBack={() => setChosen(undefined)} />
          </div>
        </div>
      )}
    </Dialog>
  )
}

interface TemplatesProps {
  list: UseInfiniteQueryResult<InfiniteData<WorkformsPage>>
  search: string
  onSearch: (search: string) => void
  chosen: string | undefined
  onPick: (id: string) => void
}

/** Shows the templates to choose from. The server searches. */
function Templates({ list, search, onSearch, chosen, onPick }: TemplatesProps) {
  return (
    <PickerList
      label="Templates"
      placeholder="Search templates..."
      source={{
        search,
        onSearch,
        options: list.data?.pages.flatMap((page) => page.items),
        stale: list.isPlaceholderData,
        more: {
          hasMore: list.hasNextPage,
          loading: list.isFetchingNextPage,
          onMore: () => void list.fetchNextPage(),
          auto: !list.isFetchNextPageError,
        },
      }}
      isPicked={({ id }) => id === chosen}
      onPick={({ id }) => onPick(id)}
      renderOption={(template) => <WorkformOption workform={template} />}
      empty="No templates found."
    />
  )
}

/** Shows the preview of the chosen template; on phones with a way back to the list. */
function Chosen({ id, onBack }: { id: string | undefined; onBack: () => void }) {
  if (id === undefined) {
    return (
      <p
        className={cx(
          'grid h-full place-items-center rounded-box border border-base-content/25 border-dashed p-6',
          'text-center text-base-content/70 text-sm',
        )}
      >
        Choose a template to see it as your clients will see it.
      </p>
    )
  }
  return (
    <>
      <Button size="sm" variant="quiet" className="mb-3 md:hidden" icon={<ArrowLeft />} onClick={onBack}>
        All templates
      </Button>
      <TemplatePreview id={id} />
    </>
  )
}
