import { extensionOf } from '@portal/contract/files'
import { checkFile, type FileCheck, sha256Of } from '@portal/kit/features/uploads/check-file'
import type { Upload } from '@portal/kit/features/uploads/upload-job'
import { api, call, fetchBlob, queryClient } from '@portal/sdk'
import { sectionQuery } from '../dashboard/queries.ts'
import { preparePhoto } from '../photo/prepare-photo.ts'
import type { Place } from './uploads.ts'

/** Returns a warning if the workform already has a file with this hash; undefined if not, or without a connection. */
async function findStoredDuplicate({ assignmentId, fieldId }: Place, sha256: string): Promise<string | undefined> {
  try {
    const { items } = await call(
      api.portal.sections[':id'].duplicates.$get({ param: { id: assignmentId }, query: { sha256 } }),
    )
    const same = items.find((i) => i.field_id === fieldId) ?? items[0]
    if (!same) return undefined
    return same.field_id === fieldId
      ? `The same file is already here${same.name ? `, as ${same.name}` : ''}.`
      : `The same file is already in "${same.section_name}", as ${same.name}.`
  } catch {
    return undefined
  }
}

async function duplicateOf(
  upload: Upload<Place>,
  sha256: string,
  others: readonly Upload<Place>[],
): Promise<string | undefined> {
  const twin = others.find(
    (o) => o.sha256 === sha256 && o.place.assignmentId === upload.place.assignmentId && o.state !== 'refused',
  )
  return twin ? `The same file is already on its way, as ${twin.name}.` : findStoredDuplicate(upload.place, sha256)
}

const UNCHANGED = 'This is the template as you downloaded it, with nothing filled in or signed.'
/**
 * Largest difference in bytes between the built-in letter, which is generated per firm, and the size in the workform.
 */
const TEMPLATE_SIZE_DIFFERS = 4096

/** Returns whether a file is the unchanged template of its field; false without a connection. */
async function isTemplate({ assignmentId, fieldId }: Place, file: File): Promise<boolean> {
  const fields = queryClient.getQueryData(sectionQuery(assignmentId).queryKey)?.fields
  const template = fields?.find((f) => f.id === fieldId && f.type === 'download-reupload')?.templateFile
  if (!template || Math.abs(template.size - file.size) > TEMPLATE_SIZE_DIFFERS) return false
  try {
    const blob = await fetchBlob(`/api/files/${encodeURIComponent(template.path)}`)
    const [own, its] = [await sha256Of(file), await sha256Of(blob)]
    return own !== undefined && own === its
  } catch {
    return false
  }
}

/** Checks a file. A picture of another format gets the right name, which its sender must confirm. */
async function checkAndRename(file: File): Promise<FileCheck & { file?: File }> {
  const check = await checkFile(file)
  if (check.rename === undefined) return check
  const renamed = new File([file], check.rename, { lastModified: file.lastModified })
  const { warnings, ...rest } = await checkFile(renamed)
  const kind = extensionOf(renamed.name).slice(1).toUpperCase()
  return {
    ...rest,
    file: renamed,
    warnings: [`${file.name} is really a ${kind} picture. It will be sent as ${renamed.name}.`, ...warnings],
  }
}

/** Prepares a photo, and checks a file and whether it is an unchanged template or a duplicate. */
export async function checkUpload(
  upload: Upload<Place>,
  chosen: File,
  others: readonly Upload<Place>[],
): Promise<FileCheck & { file?: File }> {
  // Before a photo is prepared, which changes its hash.
  const template = await isTemplate(upload.place, chosen)
  const prepared = await preparePhoto(chosen)
  if ('problem' in prepared) return { problem: prepared.problem, warnings: [] }
  const check = { file: prepared.file, ...(await checkAndRename(prepared.file)) }
  const { sha256, warnings } = check
  const duplicate = sha256 === undefined ? undefined : await duplicateOf(upload, sha256, others)
  return { ...check, warnings: [...(template ? [UNCHANGED] : []), ...(duplicate ? [duplicate] : []), ...warnings] }
}
