import { SectionFields } from '@portal/kit/features/answers/section-fields'
import { QueryView } from '@portal/kit/ui/query-view'
import { SkeletonGroup } from '@portal/kit/ui/states'
import { useUser } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { sectionQuery } from '../dashboard/queries.ts'
import { FilesControl } from '../upload/files-control.tsx'
import { type Place, usePendingUploads } from '../upload/uploads.ts'

/** How often the page checks whether its link still works, in ms. A guest session has no live connection. */
const CHECK_MS = 15_000

/** Shows the question of a guest session, with the same control as in the form. */
export function QuestionView({ assignmentId, fieldId }: Place) {
  const query = useQuery({ ...sectionQuery(assignmentId), refetchInterval: CHECK_MS })
  usePendingUploads(useUser().id)
  return (
    <QueryView
      query={query}
      failure="The question could not be loaded"
      loading={<SkeletonGroup label="Loading the question" items={['h-5 w-1/2', 'h-32 w-full']} />}
    >
      {({ fields, answers }) => (
        <SectionFields
          fields={fields.filter(({ id }) => id === fieldId)}
          answers={answers}
          problemOf={() => undefined}
          tried={false}
          onAnswer={() => undefined}
          renderFiles={(field, files) => <FilesControl assignmentId={assignmentId} field={field} files={files} />}
        />
      )}
    </QueryView>
  )
}
