import type { FileAnswer } from '@portal/contract/fields'
import { ASSIGN_TEMPLATE_EXTENSIONS, WORKFORM_TEMPLATE_EXTENSIONS } from '@portal/contract/files'
import type { OpenUpload } from '@portal/contract/uploads'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext, SignedIn } from '../../context.ts'
import { storedResponse, readStoredResponse } from '../../platform/db/stored-response.ts'
import { accept, checkAnnounced, type Incoming } from '../../platform/storage/incoming.ts'
import { assignTemplatePath, workformTemplatePath } from '../../platform/storage/paths.ts'
import { beginUpload } from './begin-upload.ts'
import { type AfterStored, storeFile, type NewFile } from './store-file.ts'
import type { UploadRules } from './own-upload.ts'

/** The two screens that accept templates, with file types and paths in the bucket. */
const SCREENS = {
  assign: { extensions: ASSIGN_TEMPLATE_EXTENSIONS, path: assignTemplatePath },
  workforms: { extensions: WORKFORM_TEMPLATE_EXTENSIONS, path: workformTemplatePath },
} as const

/** A template file to upload. */
interface Template {
  name: string
  screen: keyof typeof SCREENS
}

const newFileFor = (ctx: BookkeeperContext, { name, screen }: Template): NewFile => ({
  purpose: 'template',
  name,
  pathAt: (at) => SCREENS[screen].path(ctx.actor.userId, at, name),
  before: [],
})

/** Returns the steps to commit with an uploaded file. */
const afterUpload =
  (ctx: SignedIn): AfterStored =>
  (file, sha256) => [
    audit(ctx, {
      action: 'template.uploaded',
      subjectType: 'file',
      subjectId: file.id,
      detail: { name: file.name, size: file.size, sha256 },
    }),
  ]

/** Uploads a template file for a download-reupload field. @throws AppError an error of the file */
export async function uploadTemplate(
  ctx: BookkeeperContext,
  template: Template,
  incoming: Incoming,
): Promise<FileAnswer> {
  const accepted = await accept(incoming, template.name, SCREENS[template.screen].extensions)
  return storeFile(ctx, newFileFor(ctx, template), afterUpload(ctx), accepted)
}

/**
 * Begins a multipart upload of a template file.
 * @throws AppError `too_many_uploads`, `file_type`, `file_empty`, `file_too_large`
 */
export async function beginTemplateUpload(
  ctx: BookkeeperContext,
  template: Template & { size: number },
): Promise<OpenUpload> {
  checkAnnounced(template.name, template.size, SCREENS[template.screen].extensions)
  const before = readStoredResponse(ctx, await storedResponse(ctx)) as OpenUpload | undefined
  return before ?? beginUpload(ctx, newFileFor(ctx, template), template.size)
}

/** Returns the rules of a multipart upload of a template: none. */
export const templateRules = (ctx: SignedIn): UploadRules => ({
  check: () => undefined,
  open: [],
  after: afterUpload(ctx),
})
