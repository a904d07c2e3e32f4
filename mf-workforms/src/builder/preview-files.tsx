import type { WorkformField } from '@portal/contract/fields'
import { acceptedExtensions } from '@portal/contract/files'
import { MAX_FILES_PER_FIELD } from '@portal/contract/limits'
import { FileDrop } from '@portal/kit/features/uploads/file-drop'
import type { Refusal } from '@portal/kit/features/uploads/sort-files'
import { TemplateDownload } from '@portal/kit/features/answers/stored-file'
import { UploadList } from '@portal/kit/features/uploads/upload-list'
import { useState } from 'react'

/** Shows a file field as clients see it. Chosen files are listed but not uploaded. */
export function PreviewFiles({ field }: { field: WorkformField }) {
  const [chosen, setChosen] = useState<File[]>([])
  const maxFiles = field.maxFiles ?? MAX_FILES_PER_FIELD
  const [refused, setRefused] = useState<Refusal[]>([])
  return (
    <>
      {field.type === 'download-reupload' && field.templateFile ? (
        <div className="mb-3">
          <TemplateDownload template={field.templateFile} />
        </div>
      ) : null}
      <FileDrop
        label={`Upload files for ${field.name}`}
        accept={acceptedExtensions(field)}
        remaining={maxFiles - chosen.length}
        maxFiles={maxFiles}
        onFiles={(files) => {
          setRefused([])
          setChosen([...chosen, ...files])
        }}
        onRefused={setRefused}
      />
      <UploadList
        items={refused.map(({ name, reason }) => ({ key: name, name, size: 0, state: 'failed', error: reason }))}
        onRemove={({ name }) => setRefused(refused.filter((r) => r.name !== name))}
      />
      <UploadList
        items={chosen.map(({ name, size }, index) => ({ key: String(index), name, size, state: 'done' }))}
        onRemove={({ key }) => setChosen(chosen.filter((_, index) => String(index) !== key))}
      />
    </>
  )
}
