import type { FileAnswer } from '@portal/contract/fields'
import { ASSIGN_TEMPLATE_EXTENSIONS, WORKFORM_TEMPLATE_EXTENSIONS } from '@portal/contract/files'
import type { OpenUpload } from '@portal/contract/uploads'
import { audit } from '../audit/append.ts'
import type { BookkeeperContext, SignedIn } from '../context.ts'
import { storedAnswer, readStoredAnswer } from '../db/stored-answer.ts'
import { accept, checkAnnounced, type Incoming } from '../storage/incoming.ts'
import { assignTemplatePath, workformTemplatePath } from '../storage/paths.ts'
import { beginUpload } from './begin-upload.ts'
import { type AfterKept, keepFile, type Keeping } from './keep.ts'
import type { Rules } from './own-upload.ts'

/** The two screens that take templates, each with its types and its place in the bucket (specification, sections 5 and 7). */
const SCREENS = {
  assign: { extensions: ASSIGN_TEMPLATE_EXTENSIONS, path: assignTemplatePath },
  workforms: { extensions: WORKFORM_TEMPLATE_EXTENSIONS, path: workformTemplatePath },
} as const

/** A template by name and screen. */
interface Template {
  name: string
  screen: keyof typeof SCREENS
}

const keepingFor = (ctx: BookkeeperContext, { name, screen }: Template): Keeping => ({
  purpose: 'template',
  name,
  pathAt: (at) => SCREENS[screen].path(ctx.actor.userId, at, name),
  before: [],
})

const told =
  (ctx: SignedIn): AfterKept =>
  (file, sha256) => [
    audit(ctx, {
      action: 'template.uploaded',
      subjectType: 'file',
      subjectId: file.id,
      detail: { name: file.name, size: file.size, sha256 },
    }),
  ]

/** Keeps a template file of a download-reupload field. @throws AppError what is wrong with the file */
export async function uploadTemplate(
  ctx: BookkeeperContext,
  template: Template,
  incoming: Incoming,
): Promise<FileAnswer> {
  const accepted = await accept(incoming, template.name, SCREENS[template.screen].extensions)
  return keepFile(ctx, keepingFor(ctx, template), told(ctx), accepted)
}

/**
 * Announces a template file, to come in parts.
 * @throws AppError `too_many_uploads`, `file_type`, `file_empty`, `file_too_large`
 */
export async function beginTemplateUpload(
  ctx: BookkeeperContext,
  template: Template & { size: number },
): Promise<OpenUpload> {
  checkAnnounced(template.name, template.size, SCREENS[template.screen].extensions)
  const before = readStoredAnswer(ctx, await storedAnswer(ctx)) as OpenUpload | undefined
  return before ?? beginUpload(ctx, keepingFor(ctx, template), template.size)
}

/** What a template demands while it comes in parts: nothing beyond being its sender's. */
export const templateRules = (ctx: SignedIn): Rules => ({ check: () => undefined, open: [], after: told(ctx) })
