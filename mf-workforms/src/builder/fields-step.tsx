import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { countOf } from '@portal/kit/ui/count'
import { Tabs } from '@portal/kit/ui/tabs'
import { FolderPlus, Undo2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { EditField } from './edit-field.tsx'
import { NewField } from './new-field.tsx'
import { Preview } from './preview.tsx'
import { SectionCard, type SectionCardProps } from './section-card.tsx'
import { type BuilderSection, countFields, freeSectionName } from './sections.ts'
import { type Builder, newId } from './use-builder.ts'
import { type FieldList, useListActions } from './use-list-actions.ts'

const SIDE_PANEL_CLASS = cx(
  '@4xl:sticky @4xl:top-0 @4xl:max-h-[max(20rem,calc(100dvh-21rem))] @4xl:-mx-1 @4xl:self-start',
  '@4xl:overflow-y-auto @4xl:scroll-pb-20 @4xl:px-1',
)

type Panel = 'new' | 'preview'
const PANELS = [
  { value: 'new', label: 'New field' },
  { value: 'preview', label: 'Live preview' },
] as const

/** Shows the step in which fields and sections are added, edited and ordered. */
export function FieldsStep({ builder, problem }: { builder: Builder; problem: string | undefined }) {
  const { state, dispatch } = builder
  const [editing, setEditing] = useState<string | null>(null)
  const [panel, setPanel] = useState<Panel>('new')
  const [focusRequests, setFocusRequests] = useState(0)
  const [newSection, setNewSection] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const live = useRef<HTMLParagraphElement>(null)
  const show = (next: Panel): void => {
    if (next === 'new') setEditing(null)
    setPanel(next)
  }
  const fieldList = useListActions(list, live, state, dispatch, {
    editField: setEditing,
    newFieldIn: (section) => {
      show('new')
      builder.setPending((draft) => ({ ...draft, section }))
      setFocusRequests(focusRequests + 1)
    },
  })
  const showField = (id: string): void =>
    list.current?.querySelector(`[data-field="${id}"]`)?.scrollIntoView({ block: 'nearest' })
  const addSection = (): void => {
    const key = newId()
    setNewSection(key)
    dispatch({ type: 'add-section', key, name: freeSectionName(state.sections) })
  }
  return (
    <div className="@container">
      <ListHeader builder={builder} onAddSection={addSection} />
      {problem ? (
        <p role="alert" className="mb-3 text-error text-sm">
          {problem}
        </p>
      ) : null}
      <div className="grid grid-cols-1 gap-6 @4xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div ref={list} className="grid min-w-0 grid-cols-1 content-start gap-3">
          <Sections {...{ builder, fieldList, editing, newSection }} onDone={() => setEditing(null)} />
        </div>
        {/* While a field is edited, its form is in the list. There are never two forms with the same labels. */}
        <SidePanel panel={editing === null ? panel : 'preview'} onChange={show}>
          {editing === null && panel === 'new' ? (
            <NewField builder={builder} focusRequests={focusRequests} onAdded={showField} />
          ) : (
            <div className="pb-1">
              <Preview state={state} phoneOnly />
            </div>
          )}
        </SidePanel>
      </div>
      <p ref={live} aria-live="polite" className="sr-only" />
    </div>
  )
}

interface SidePanelProps {
  panel: Panel
  onChange: (panel: Panel) => void
  children: ReactNode
}

function SidePanel({ panel, onChange, children }: SidePanelProps) {
  return (
    <div className={SIDE_PANEL_CLASS}>
      <Tabs<Panel> label="New field and preview" look="box" tabs={PANELS} value={panel} onChange={onChange}>
        <div className="pt-4">{children}</div>
      </Tabs>
    </div>
  )
}

function ListHeader({ builder, onAddSection }: { builder: Builder; onAddSection: () => void }) {
  const { state, dispatch } = builder
  const fields = countFields(state.sections)
  const sections = state.sections.length
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
      <p className="text-base-content/70 text-sm tabular-nums">
        {countOf(fields, 'field')} in {countOf(sections, 'section')}
      </p>
      <div className="flex items-center gap-2">
        <Button
          size="sm"
          variant="quiet"
          aria-disabled={state.past.length === 0 || undefined}
          className={state.past.length === 0 ? 'opacity-40' : undefined}
          onClick={() => dispatch({ type: 'undo' })}
          icon={<Undo2 />}
        >
          Undo
        </Button>
        <Button size="sm" onClick={onAddSection} icon={<FolderPlus />}>
          New section
        </Button>
      </div>
    </div>
  )
}

interface SectionsProps {
  builder: Builder
  fieldList: FieldList
  editing: string | null
  newSection: string | null
  onDone: () => void
}

function Sections({ builder, fieldList, editing, newSection, onDone }: SectionsProps) {
  const { sections } = builder.state
  const { drag, actions } = fieldList
  if (sections.length === 0)
    return (
      <div className="rounded-field border border-base-content/25 border-dashed px-4 py-10 text-center">
        <p className="font-medium text-sm">No fields yet</p>
        <p className="mt-1 text-base-content/70 text-sm">Describe the first field, then choose “Add Field”.</p>
      </div>
    )
  return sections.map((section, index) => {
    const edited = section.fields.find((field) => field.id === editing)
    return (
      <SectionCard
        key={section.key}
        section={section}
        index={index}
        count={sections.length}
        isNew={newSection === section.key}
        editing={edited ? editing : null}
        editor={edited ? <EditField builder={builder} field={edited} section={section.name} onDone={onDone} /> : null}
        actions={actions}
        {...dragState(section, drag)}
      />
    )
  })
}

type DragState = Pick<SectionCardProps, 'draggedField' | 'dragged' | 'dropBefore' | 'dropHere'>

/** Returns the drag state of one section. Sections that are not involved get equal values. */
function dragState(section: BuilderSection, { item, place }: FieldList['drag']): DragState {
  const field = item?.kind === 'field' ? item.id : null
  return {
    draggedField: field !== null && section.fields.some(({ id }) => id === field) ? field : null,
    dragged: item?.kind === 'section' && item.id === section.key,
    dropBefore: field !== null && place?.section === section.key ? place.before : undefined,
    dropHere: item?.kind === 'section' && place?.before === section.key,
  }
}
