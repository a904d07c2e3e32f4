import { toastInfo } from '@portal/sdk'
import { useEffect, useMemo } from 'react'
import type { DraftKeeper } from '../draft/draft-keeper.ts'
import { draftText } from '../draft/draft-text.ts'
import { LostAnswers, type WrittenAnswers } from '../draft/lost-answers.tsx'
import type { ReplacedAnswer } from '../draft/replaced-answers.ts'

/** Shows the answers that an edit of the workform has replaced, until the client dismisses them. */
export function ReplacedNotice({ replaced, keeper }: { replaced: readonly ReplacedAnswer[]; keeper: DraftKeeper }) {
  const written = useMemo(
    () => replaced.map(({ field, answer }): WrittenAnswers[number] => [field.name, draftText(field, answer)]),
    [replaced],
  )
  useEffect(() => {
    // The client may be typing further down, so the page does not scroll.
    if (written.length > 0)
      toastInfo('This section was changed', 'Some of your answers no longer fit. They are listed above the questions.')
  }, [written])
  return (
    <LostAnswers
      title="Your bookkeeper has changed this section"
      reason="Some of your answers no longer fit, because their questions were changed, moved or removed."
      hint="They are shown here until you dismiss this message, so that you can copy them:"
      written={written}
      onDismiss={() => keeper.dismissReplaced()}
    />
  )
}
