import type { WidgetProps } from '@portal/contract/widgets'
import { Switch } from '@portal/kit/switch'
import { useEffect, useRef, useState } from 'react'
import { Preview } from './preview.tsx'
import { fieldsOf } from './state.ts'
import { type Builder, useBuilder } from './use-builder.ts'
import { useReportedDirt } from './use-reported-dirt.ts'
import { useWizard } from './use-wizard.ts'
import { DiscardDialog, WizardButtons, WizardFrame } from './wizard-frame.tsx'

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
  } = props
  const builder = useBuilder({
    seed: { name: '', description: '', fields: [], ...initial, isTemplate: false },
    place: `widget-${templateScreen}-${allowReupload ? 'all' : 'basic'}${initial ? `-${checksum(JSON.stringify(initial))}` : ''}`,
    version: null,
    allowReupload,
    templateScreen,
  })
  const wizard = useWizard(builder, STEPS.length)
  const [asking, setAsking] = useState(false)
  const handOver = useHandedOver(builder)
  useReportedDirt(builder.dirty, onDirty)
  const { dirty, forget } = builder
  const submit = (): void => {
    const done = wizard.finish()
    if (!done) return
    handOver()
    onSubmit({ name: done.name.trim(), description: done.description.trim(), fields: fieldsOf(done), is_template: done.isTemplate })
  }
  const discard = (): void => {
    forget()
    onCancel?.()
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
          onCancel={onCancel ? () => (dirty ? setAsking(true) : discard()) : undefined}
        />
      </div>
      <DiscardDialog open={asking} onClose={() => setAsking(false)} onDiscard={discard} />
    </div>
  )
}
