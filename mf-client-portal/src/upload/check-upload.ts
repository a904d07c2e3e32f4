import { checkFile, type FileCheck } from '@portal/kit/check-file'
import type { Upload } from '@portal/kit/upload-job'
import { api, call } from '@portal/sdk'
import type { Place } from './uploads.ts'

/** Where the workform holds a file with this hash already. Without a connection that is not known, and nothing is said. */
async function whereElse({ assignmentId, fieldId }: Place, sha256: string): Promise<string | undefined> {
  try {
    const { items } = await call(api.portal.sections[':id'].duplicates.$get({ param: { id: assignmentId }, query: { sha256 } }))
    const same = items.find((i) => i.field_id === fieldId) ?? items[0]
    if (!same) return undefined
    return same.field_id === fieldId
      ? `The same file is already here${same.name ? `, as ${same.name}` : ''}.`
      : `The same file is already in "${same.section_name}", as ${same.name}.`
  } catch {
    return undefined
  }
}

async function duplicateOf(upload: Upload<Place>, sha256: string, others: readonly Upload<Place>[]): Promise<string | undefined> {
  const twin = others.find((o) => o.sha256 === sha256 && o.place.assignmentId === upload.place.assignmentId && o.state !== 'refused')
  return twin ? `The same file is already on its way, as ${twin.name}.` : whereElse(upload.place, sha256)
}

/** Looks at a file, and whether the workform has it already. */
export async function checkUpload(upload: Upload<Place>, file: File, others: readonly Upload<Place>[]): Promise<FileCheck> {
  const check = await checkFile(file)
  const duplicate = check.sha256 === undefined ? undefined : await duplicateOf(upload, check.sha256, others)
  return duplicate ? { ...check, warnings: [duplicate, ...check.warnings] } : check
}
