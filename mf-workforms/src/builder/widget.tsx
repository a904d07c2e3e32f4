import type { BuiltWorkform, WidgetProps } from '@portal/contract/widgets'
import { Button } from '@portal/kit/ui/button'
import { DiscardDialog } from '@portal/kit/ui/dialog'
import { Switch } from '@portal/kit/ui/switch'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Preview } from './preview.tsx'
import { builtFrom } from './state.ts'
import { type Builder, useBuilder } from './use-builder.ts'
import { useWizard } from './use-wizard.ts'
import { unsavedWork, WizardButtons, WizardSteps } from './wizard-steps.tsx'

type BuilderWidgetProps = WidgetProps['mf-workforms/builder']

const STEPS = ['Basic Info', 'Add Fields', 'Preview'] as const

/**
 * Keeps the draft of submitted work until the builder unmounts, which means that it was saved.
 * After a failed attempt it is unsaved work again.
 */
function useDiscardAfterSubmit(builder: Builder): () => void {
  const isSubmitted = useRef(false)
  const { state } = builder
  useEffect(() => {
    // Changed after it was submitted: that version was not saved.
    if (state) isSubmitted.current = false
  }, [state])
  const onUnmount = useEffectEvent(() => {
    if (isSubmitted.current) builder.discardDraft()
  })
  useEffect(() => () => onUnmount(), [])
  return () => {
    isSubmitted.current = true
  }
}

/** Reports unsaved work, the name, and in the preview step a function that takes the workform. */
function useReports(
  { dirty, state: { name } }: Builder,
  previewing: boolean,
  take: () => BuiltWorkform | null,
  { onDirty, onProgress }: BuilderWidgetProps,
): void {
  const reportDirty = useEffectEvent((isDirty: boolean) => onDirty?.(isDirty))
  useEffect(() => reportDirty(dirty), [dirty])
  useEffect(() => () => reportDirty(false), [])
  const latestTake = useRef(take)
  useEffect(() => {
    latestTake.current = take
  })
  const reportProgress = useEffectEvent((currentName: string, isLast: boolean) =>
    onProgress?.({ name: currentName, take: isLast ? () => latestTake.current() : null }),
  )
  useEffect(() => reportProgress(name, previewing), [name, previewing])
}

function TemplateSwitch({ builder: { state, dispatch } }: { builder: Builder }) {
  return (
    <Switch
      className="mt-5"
      label="Save as template for future use"
      help="Templates can be assigned to any number of clients."
      checked={state.isTemplate}
      onChange={(isTemplate) => dispatch({ type: 'template', isTemplate })}
    />
  )
}

/** Returns a checksum of a text, so that copies of different templates have separate drafts. */
function checksum(text: string): string {
  let sum = 5381
  for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 33) ^ text.charCodeAt(i)) >>> 0
  return sum.toString(36)
}

const draftPlace = ({
  templateScreen,
  allowReupload,
  initial,
}: {
  templateScreen: string
  allowReupload: boolean
  initial: BuilderWidgetProps['initial'] | undefined
}): string => {
  const place = `widget-${templateScreen}-${allowReupload ? 'all' : 'basic'}`
  return initial ? `${place}-${checksum(JSON.stringify(initial))}` : place
}

/** Discards the work, after confirmation if there is any. */
function Cancel({ builder, busy, onCancel }: { builder: Builder; busy: boolean; onCancel: () => void }) {
  const [asking, setAsking] = useState(false)
  const discard = (): void => {
    builder.discardDraft()
    onCancel()
  }
  return (
    <>
      <Button disabled={busy} onClick={() => (builder.dirty ? setAsking(true) : discard())}>
        Cancel
      </Button>
      <DiscardDialog
        {...unsavedWork(builder).question}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={discard}
      />
    </>
  )
}

/** Shows the builder for other remotes. Unsaved work survives a closed tab. */
export function BuilderWidget(props: BuilderWidgetProps) {
  const {
    initial,
    allowReupload,
    templateScreen = 'workforms',
    submitLabel,
    offerTemplate,
    busy = false,
    onSubmit,
    onCancel,
  } = props
  const builder = useBuilder({
    seed: { name: '', description: '', fields: [], ...initial, dueDays: initial?.due_days, isTemplate: false },
    place: draftPlace({ templateScreen, allowReupload, initial }),
    version: null,
    allowReupload,
    templateScreen,
  })
  const wizard = useWizard(builder, STEPS.length)
  const markSubmitted = useDiscardAfterSubmit(builder)
  const take = (): BuiltWorkform | null => {
    const done = wizard.finish()
    if (!done) return null
    markSubmitted()
    return builtFrom(done)
  }
  useReports(builder, wizard.last, take, props)
  const submit = (): void => {
    const built = take()
    if (built) onSubmit(built)
  }
  return (
    <div>
      <WizardSteps builder={builder} wizard={wizard} steps={STEPS}>
        <Preview state={builder.state} />
        {offerTemplate ? <TemplateSwitch builder={builder} /> : null}
      </WizardSteps>
      <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <WizardButtons
          wizard={wizard}
          submitLabel={submitLabel}
          busy={busy}
          onSubmit={submit}
          cancel={onCancel ? <Cancel builder={builder} busy={busy} onCancel={onCancel} /> : undefined}
        />
      </div>
    </div>
  )
}
