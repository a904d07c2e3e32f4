import type { WorkformField } from './fields.ts'

/** A workform as the builder hands it over. */
export interface BuiltWorkform {
  name: string
  description: string
  fields: WorkformField[]
  is_template: boolean
}

/** How far the work in the builder is. */
export interface BuilderProgress {
  name: string
  /** Hands over the workform that the preview shows, as its submit button does; null before the preview. */
  take: (() => BuiltWorkform | null) | null
}

/**
 * Props of widgets that one remote mounts from another with `<RemoteSlot name="…">`. A widget is named
 * `<remote>/<expose>`; its module exports the component as default.
 */
export interface WidgetProps {
  /** The workform builder. It reports what it holds; the one who mounts it decides what becomes of it. */
  'mf-workforms/builder': {
    initial?: { name: string; description: string; fields: WorkformField[] }
    /** Whether download-reupload fields are offered (not inside client creation). */
    allowReupload: boolean
    /** Whose list of template file types holds for download-reupload fields; the Workforms page's by default. */
    templateScreen?: 'assign' | 'workforms'
    /** Text of the button that ends the preview step. */
    submitLabel: string
    /** Whether the preview offers 'Save as template for future use'. */
    offerTemplate: boolean
    busy?: boolean
    onSubmit: (workform: BuiltWorkform) => void
    onCancel?: () => void
    /** Called when unsaved work appears or is gone. */
    onDirty?: (dirty: boolean) => void
    /** Called when the name changes and when the preview step is reached or left. */
    onProgress?: (progress: BuilderProgress) => void
  }
  /** A dialog that shows a workform (own, a template of the firm, or a built-in starter) as its clients get it. Open while mounted. */
  'mf-workforms/preview': {
    workformId: string
    onClose: () => void
  }
  /** The dialog 'Assign Workform to Multiple Clients'. It is open while it is mounted, and does the assigning itself. */
  'mf-clients/multi-assign': {
    /** Called when the dialog is done or given up: the one who mounts it takes it away. */
    onClose: () => void
    /** The workform that is chosen at first. */
    workformId?: string
  }
}
export type WidgetName = keyof WidgetProps
