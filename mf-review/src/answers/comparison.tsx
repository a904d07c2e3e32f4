import { isAnswered } from '@portal/contract/fields'
import { answerText } from '@portal/kit/features/answers/answer-text'
import { choicesOf } from '@portal/kit/features/answers/field-input'
import type { OnPreview } from '../files/use-preview.tsx'
import { type FieldContent, type ReviewedAnswer, showsWords } from './changes.ts'
import { FieldContentView } from './field-content-view.tsx'
import { FileComparison, type FileComparisonProps } from './file-comparison.tsx'
import { SideBySide } from './side-by-side.tsx'
import { Deleted, DiffText, Inserted, textParts } from './word-diff.tsx'

export interface ComparisonProps extends Pick<FileComparisonProps, 'onCompare'> {
  item: ReviewedAnswer & { before: FieldContent }
  onPreview: OnPreview
}

/** Shows the old answer next to the new one. */
export function Comparison({ item, onPreview, onCompare }: ComparisonProps) {
  const { field, before, now, files } = item
  const plain = (content: FieldContent) => <FieldContentView field={field} content={content} onPreview={onPreview} />
  const areComparable = [before, now].every((content) => !content.nonAnswer && isAnswered(content.answer))
  if (files && !before.nonAnswer && !now.nonAnswer)
    return <FileComparison before={before.files} now={now.files} changes={files} {...{ onPreview, onCompare }} />
  if (areComparable && showsWords(field)) return <TextComparison {...{ field, before, now }} />
  if (areComparable && field.type === 'checkbox' && field.options) return <ChoiceComparison {...{ before, now }} />
  return <SideBySide before={plain(before)} now={plain(now)} />
}

function TextComparison({ field, before, now }: Pick<ReviewedAnswer, 'field' | 'now'> & { before: FieldContent }) {
  const parts = textParts(answerText(field, before.answer), answerText(field, now.answer))
  const isSpacing = parts.every(({ added, removed }) => !added && !removed)
  return (
    <>
      <SideBySide before={<DiffText parts={parts} side="before" />} now={<DiffText parts={parts} side="now" />} />
      {isSpacing ? <p className="mt-1 text-base-content/70 text-xs">Only spaces or line breaks differ.</p> : null}
    </>
  )
}

function ChoiceComparison({ before, now }: { before: FieldContent; now: FieldContent }) {
  const [old, current] = [choicesOf(before.answer), choicesOf(now.answer)]
  return (
    <SideBySide
      before={
        <ul className="list-disc pl-5 wrap-anywhere">
          {old.map((choice) => (
            <li key={choice}>{current.includes(choice) ? choice : <Deleted>{choice}</Deleted>}</li>
          ))}
        </ul>
      }
      now={
        <ul className="list-disc pl-5 wrap-anywhere">
          {current.map((choice) => (
            <li key={choice}>{old.includes(choice) ? choice : <Inserted>{choice}</Inserted>}</li>
          ))}
        </ul>
      }
    />
  )
}
