import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { takesFiles } from '@portal/contract/fields'
import { acceptedExtensions } from '@portal/contract/files'
import { filesOf } from '@portal/kit/features/answers/field-input'
import { type Refusal, sortFiles } from '@portal/kit/features/uploads/sort-files'
import type { Upload } from '@portal/kit/features/uploads/upload-job'
import { withHeic } from '../photo/accept-heic.ts'
import { roomIn } from '../upload/room.ts'
import type { Place } from '../upload/uploads.ts'

/** A question that can be answered with files, and which of the shared ones it takes. */
export interface FileQuestion {
  place: Place
  name: string
  section: string
  workform: string
  due: string | null
  good: File[]
  refused: Refusal[]
}

/** Returns the questions of sections that can be answered with files: those that take the most of them first. */
export function fileQuestionsOf(
  sections: readonly PortalSectionDetail[],
  files: readonly File[],
  uploads: readonly Upload<Place>[],
): FileQuestion[] {
  const questions = sections.flatMap(({ assignment_id: assignmentId, answers, fields, ...section }) =>
    fields.filter(takesFiles).map((field) => {
      const place = { assignmentId, fieldId: field.id }
      const own = uploads.filter((u) => u.place.assignmentId === assignmentId && u.place.fieldId === field.id)
      const { remaining } = roomIn(field, filesOf(answers[field.id]).length, own)
      return {
        place,
        name: field.name,
        section: section.name,
        workform: section.workform_name,
        due: section.due_date,
        ...sortFiles(files, withHeic(acceptedExtensions(field)), remaining),
      }
    }),
  )
  return questions.toSorted((a, b) => b.good.length - a.good.length)
}
