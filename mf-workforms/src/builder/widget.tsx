import type { BuiltWorkform, WidgetProps } from '@portal/contract/widgets'
import { Button } from '@portal/kit/ui/button'
import { DiscardDialog } from '@portal/kit/ui/dialog'
import { Switch } from '@portal/kit/ui/switch'
import { useEffect, useRef, useState } from 'react'
import { Preview } from './preview.tsx'
import { fieldsOf } from './state.ts'
import { type Builder, useBuilder } from './use-builder.ts'
import { useReportedDirt } from './use-reported-dirt.ts'
import { useReportedProgress } from './use-reported-progress.ts'
import { useWizard } from './use-wizard.ts'
import { unsavedWork, WizardButtons, WizardFrame } from './wizard-frame.tsx'

type BuilderWidgetProps = WidgetProps['mf-workforms/builder']

const STEPS = ['Basic Info', 'Add Fields', 'Preview'] as const

/**
 * Work that was handed over is kept until the builder is taken away, which says that it arrived; after a failed try it is
 * unsaved work again.
 */
function useHandedOver(builder: Builder): () => void {
  const handed = useRef(false)
  const forget = useRef(builder.forget)
  useEffect(() => {
    forget.current = builder.forget
  })
  const { state } = builder
  useEffect(() => {
    // Changed after it was handed over: that version did not arrive.
    if (state) handed.current = false
  }, [state])
  useEffect(
    () => () => {
      if (handed.current) forget.current()
    },
    [],
  )
  return () => {
    handed.current = true
  }
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

/** A number for a text, the same for the same text: copies of different templates keep their unsaved work apart. */
function checksum(text: string): string {
  let sum = 5381
  for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 33) ^ text.charCodeAt(i)) >>> 0
  return sum.toString(36)
}

/** Gives the work up, after asking where there is any. */
function Cancel({ builder, busy, onCancel }: { builder: Builder; busy: boolean; onCancel: () => void }) {
  const [asking, setAsking] = useState(false)
  const discard = (): void => {
    builder.forget()
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

/** The builder as other remotes mount it. Unsaved work survives a closed tab. */
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
    onDirty,
    onProgress,
  } = props
  const builder = useBuilder({
    seed: { name: '', description: '', fields: [], ...initial, isTemplate: false },
    place: `widget-${templateScreen}-${allowReupload ? 'all' : 'basic'}${initial ? `-${checksum(JSON.stringify(initial))}` : ''}`,
    version: null,
    allowReupload,
    templateScreen,
  })
  const wizard = useWizard(builder, STEPS.length)
  const handOver = useHandedOver(builder)
  useReportedDirt(builder.dirty, onDirty)
  const take = (): BuiltWorkform | null => {
    const done = wizard.finish()
    if (!done) return null
    handOver()
    return {
      name: done.name.trim(),
      description: done.description.trim(),
      fields: fieldsOf(done),
      is_template: done.isTemplate,
    }
  }
  useReportedProgress({ name: builder.state.name, previewing: wizard.last, take }, onProgress)
  const submit = (): void => {
    const built = take()
    if (built) onSubmit(built)
  }
  return (
    <div>
      <WizardFrame builder={builder} wizard={wizard} label="Steps to a workform" steps={STEPS}>
        <Preview state={builder.state} />
        {offerTemplate ? <TemplateSwitch builder={builder} /> : null}
      </WizardFrame>
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
