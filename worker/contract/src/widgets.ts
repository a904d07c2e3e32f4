import type { WorkformField } from './fields.ts'

/** A workform made in the builder. */
export interface BuiltWorkform {
  name: string
  description: string
  fields: WorkformField[]
  is_template: boolean
  /** Days from assignment to due date; null or absent for no default. */
  due_days?: number | null
}

/** Progress of the work in the builder. */
export interface BuilderProgress {
  name: string
  /** Returns the workform in the preview, like the submit button; null before the preview step. */
  take: (() => BuiltWorkform | null) | null
}

/**
 * Props of the widgets that a remote can mount from another with `<RemoteSlot name="…">`. The name is
 * `<remote>/<expose>`; the component is the default export of the module.
 */
export interface WidgetProps {
  /** The workform builder. It reports the workform to its parent and saves nothing. */
  'mf-workforms/builder': {
    initial?: { name: string; description: string; fields: WorkformField[]; due_days?: number | null }
    /** Whether to offer download-reupload fields (not in the client creation flow). */
    allowReupload: boolean
    /** Selects the accepted types of template files. Default: those of the Workforms page. */
    templateScreen?: 'assign' | 'workforms'
    /** Label of the submit button. */
    submitLabel: string
    /** Whether to show 'Save as template for future use'. */
    offerTemplate: boolean
    busy?: boolean
    onSubmit: (workform: BuiltWorkform) => void
    onCancel?: () => void
    /** Called when the builder gets or loses unsaved changes. */
    onDirty?: (dirty: boolean) => void
    /** Called when the name changes and when the preview step is entered or left. */
    onProgress?: (progress: BuilderProgress) => void
  }
  /** A dialog that shows a workform as clients see it. Open while mounted. */
  'mf-workforms/preview': {
    workformId: string
    onClose: () => void
  }
  /** What a guest session is for: a question with files, or with `fieldId` null a section. */
  'mf-client-portal/guest': {
    assignmentId: string
    fieldId: string | null
    /** Who submits the section. */
    clientName?: string
  }
  /** Previews stored files, which can be paged through. Open while mounted. */
  'mf-review/preview': {
    files: readonly { id: string; name: string; size: number }[]
    /** The file that is shown first. */
    fileId: string
    onClose: () => void
  }
  /** The dialog 'Assign Workform to Multiple Clients', including the assigning. Open while mounted. */
  'mf-clients/multi-assign': {
    /** Called when the dialog is closed. The parent unmounts it. */
    onClose: () => void
    /** The preselected workform. */
    workformId?: string
  }
}
export type WidgetName = keyof WidgetProps
