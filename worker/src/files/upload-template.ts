import type { FileAnswer } from '@portal/contract/fields'
import { ASSIGN_TEMPLATE_EXTENSIONS, WORKFORM_TEMPLATE_EXTENSIONS } from '@portal/contract/files'
import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { accept, type Incoming } from '../storage/incoming.ts'
import { assignTemplatePath, workformTemplatePath } from '../storage/paths.ts'
import { keepFile } from './keep.ts'

/** The two screens that take templates, each with its types and its place in the bucket (specification, sections 5 and 7). */
const SCREENS = {
  assign: { extensions: ASSIGN_TEMPLATE_EXTENSIONS, path: assignTemplatePath },
  workforms: { extensions: WORKFORM_TEMPLATE_EXTENSIONS, path: workformTemplatePath },
} as const

/** Keeps a template file of a download-reupload field. @throws AppError what is wrong with the file */
export async function uploadTemplate(
  ctx: BookkeeperContext,
  { name, screen }: { name: string; screen: keyof typeof SCREENS },
  incoming: Incoming,
): Promise<FileAnswer> {
  const { extensions, path } = SCREENS[screen]
  const accepted = await accept(incoming, name, extensions)
  return keepFile(
    ctx,
    {
      purpose: 'template',
      name,
      pathAt: (at) => path(ctx.actor.userId, at, name),
      before: [],
      after: (file, sha256) => [
        audit(ctx, {
          action: 'template.uploaded',
          subjectType: 'file',
          subjectId: file.id,
          detail: { name: file.name, size: file.size, sha256 },
        }),
      ],
    },
    accepted,
  )
}
