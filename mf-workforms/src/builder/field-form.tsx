import { type FieldType, takesFiles } from '@portal/contract/fields'
import { MAX_FILES_PER_FIELD } from '@portal/contract/limits'
import { Checkbox, CheckboxGroup } from '@portal/kit/ui/checkbox-group'
import { SelectField, TextArea, TextField } from '@portal/kit/ui/fields'
import { NumberField } from '@portal/kit/ui/number-field'
import { type KeyboardEvent, useId } from 'react'
import { allowedExtensions, FIELD_LIMITS, type FieldDraft, type FieldProblems, hasOptions } from './field-draft.ts'
import { offeredTypes, typeInfo } from './field-types.ts'
import { OptionsInput } from './options-input.tsx'
import { TemplateUpload } from './template-upload.tsx'

export interface FieldFormProps {
  draft: FieldDraft
  /** Changes some values; others may have changed since the render. */
  onPatch: (patch: Partial<FieldDraft>) => void
  problems: FieldProblems
  /** Names of the existing sections. */
  sections: readonly string[]
  allowReupload: boolean
  templateScreen: 'assign' | 'workforms'
  /** Called when a template upload starts and ends. */
  onUploading: (uploading: boolean) => void
  /** Called when Enter is pressed in a single-line field. */
  onEnter: () => void
}

const SECTION_HELP =
  'Fields with the same section are filled in and reviewed together. If empty, the field becomes its own section.'

const onEnterKey = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  // The builder may be inside a form, which must not be submitted.
  event.preventDefault()
  act()
}

/** Shows the properties of a field. */
export function FieldForm(props: FieldFormProps) {
  const { draft, onPatch, problems, sections, allowReupload } = props
  const enter = onEnterKey(props.onEnter)
  const list = useId()
  // A field keeps a type that is not offered here, as in a copied template.
  const types = [...new Set([...offeredTypes(allowReupload), draft.type])]
  return (
    <div className="grid gap-4">
      <TextField
        label="Field name"
        required
        value={draft.name}
        onChange={(name) => onPatch({ name })}
        error={problems.name}
        maxLength={FIELD_LIMITS.name}
        autoComplete="off"
        onKeyDown={enter}
        data-field-name
      />
      <SelectField<FieldType>
        label="Field type"
        value={draft.type}
        onChange={(type) => onPatch({ type })}
        options={types.map((type) => ({ value: type, label: typeInfo(type).label }))}
        help={typeInfo(draft.type).help}
      />
      <TextField
        label="Section"
        value={draft.section}
        onChange={(section) => onPatch({ section })}
        list={list}
        onKeyDown={enter}
        maxLength={FIELD_LIMITS.section}
        autoComplete="off"
        help={SECTION_HELP}
      />
      <datalist id={list}>
        {sections.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <RequiredProperties {...props} />
      <TypeProperties {...props} />
      <TextArea
        label="Help text"
        rows={2}
        value={draft.helpText}
        onChange={(helpText) => onPatch({ helpText })}
        maxLength={FIELD_LIMITS.helpText}
        help="Shown below the name of the field."
      />
    </div>
  )
}

function RequiredProperties({ draft, onPatch }: FieldFormProps) {
  const help = useId()
  return (
    <div className="grid gap-2.5">
      <Checkbox label="Required" checked={draft.required} onChange={(required) => onPatch({ required })} />
      {draft.required ? (
        <div className="pl-8">
          <Checkbox
            label="Answer required"
            describedBy={help}
            checked={draft.answerRequired}
            onChange={(answerRequired) => onPatch({ answerRequired })}
          />
          <p id={help} className="mt-1 text-base-content/70 text-sm">
            Clients cannot say instead that they don’t have it or that it doesn’t apply.
          </p>
        </div>
      ) : null}
    </div>
  )
}

function TypeProperties(props: FieldFormProps) {
  const { draft } = props
  if (hasOptions(draft.type)) return <OptionsInput {...props} />
  if (draft.type === 'number') return <NumberProperties {...props} />
  return takesFiles(draft) ? <FileProperties {...props} /> : null
}

const NUMBER_PROPERTIES = [
  { key: 'min', label: 'Minimum' },
  { key: 'max', label: 'Maximum' },
  { key: 'decimals', label: 'Decimals' },
] as const

function NumberProperties({ draft, onPatch, problems, onEnter }: FieldFormProps) {
  const enter = onEnterKey(onEnter)
  return (
    <div className="grid grid-cols-3 gap-3">
      {NUMBER_PROPERTIES.map(({ key, label }) => (
        <NumberField
          key={key}
          label={label}
          min={key === 'decimals' ? 0 : undefined}
          decimals={key === 'decimals' ? 0 : undefined}
          value={draft[key]}
          onChange={(value) => onPatch({ [key]: value })}
          error={problems[key]}
          onKeyDown={enter}
          placeholder="Any"
        />
      ))}
    </div>
  )
}

function FileProperties({ draft, onPatch, problems, templateScreen, onUploading }: FieldFormProps) {
  const allowed = allowedExtensions(draft.type)
  return (
    <>
      {draft.type === 'download-reupload' ? (
        <>
          <TemplateUpload
            value={draft.templateFile}
            onChange={(templateFile) => onPatch({ templateFile })}
            screen={templateScreen}
            error={problems.templateFile}
            onUploading={onUploading}
          />
          <TextArea
            label="Instruction text"
            rows={2}
            value={draft.instructionText}
            onChange={(instructionText) => onPatch({ instructionText })}
            maxLength={FIELD_LIMITS.instructionText}
            help="Shown next to the download, such as “Sign on page 3 and upload the signed copy.”"
          />
        </>
      ) : null}
      <CheckboxGroup
        label="Accepted file types"
        help="If none is chosen, all are accepted."
        value={draft.accept.filter((extension) => allowed.includes(extension))}
        onChange={(accept) => onPatch({ accept })}
        options={allowed}
        className="[&>div:first-of-type]:grid-cols-3"
      />
      <NumberField
        label="Maximum number of files"
        decimals={0}
        value={draft.maxFiles}
        onChange={(maxFiles) => onPatch({ maxFiles })}
        error={problems.maxFiles}
        placeholder={String(MAX_FILES_PER_FIELD)}
      />
    </>
  )
}
