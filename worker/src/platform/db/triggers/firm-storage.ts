/**
 * Keep the number of bytes that each firm stores, for its storage limit: its files, and the text that its people write.
 *
 * A firm's own rows, short notifications, and what is deleted after a while (such as the outbox and stored responses)
 * do not count. db/firm-storage.test.ts names each of them.
 */

/** Rows of a table that take up storage. `row` is `new`, `old` or the name of the table. */
interface StoredRows {
  readonly table: string
  /** The columns that `bytes` depends on. */
  readonly columns: readonly string[]
  readonly bytes: (row: string) => string
  readonly firm: (row: string) => string
  /** The row that these are deleted with, and their column with its id. */
  readonly parent?: { readonly table: ParentTable; readonly column: string }
}

/** Size up to which a row that the portal writes by itself does not count. */
const SHORT = 1000

const firmOfBookkeeper = (id: string): string => `(SELECT p.firm_id FROM profiles p WHERE p.id = ${id})`
const firmOfClient = (id: string): string => `(SELECT c.firm_id FROM book_clients c WHERE c.id = ${id})`
const ownFirm = (row: string): string => `${row}.firm_id`

/** Tables whose rows take others with them. These no longer find their firm then, so a trigger subtracts them first. */
const PARENTS = {
  book_clients: ownFirm,
  book_client_workforms: (row: string) => firmOfBookkeeper(`${row}.assigned_by`),
  book_form_submissions: (row: string) => firmOfClient(`${row}.client_id`),
  chat_threads: (row: string) => firmOfBookkeeper(`${row}.bookkeeper_id`),
}
type ParentTable = keyof typeof PARENTS

const textBytes = (columns: readonly string[], row: string): string =>
  columns.map((column) => `coalesce(octet_length(${row}."${column}"), 0)`).join(' + ')

const ofFirm = (table: string, firm: StoredRows['firm'], ...columns: string[]): StoredRows => ({
  table,
  columns,
  bytes: (row) => textBytes(columns, row),
  firm,
})

const ofParent = (table: string, parent: ParentTable, column: string, ...columns: string[]): StoredRows => ({
  ...ofFirm(
    table,
    (row) => `(SELECT ${PARENTS[parent]('o')} FROM ${parent} o WHERE o.id = ${row}.${column})`,
    ...columns,
  ),
  parent: { table: parent, column },
})

/** Leaves out rows that are short. */
const onlyLong = (rows: StoredRows): StoredRows => ({
  ...rows,
  bytes: (row) => `iif(${rows.bytes(row)} > ${SHORT}, ${rows.bytes(row)}, 0)`,
})

/** What an entry of the audit log takes up besides its detail. */
const ENTRY_BYTES = 200
const auditEntries = ofFirm('audit_log', ownFirm, 'detail')

/** Everything that takes up storage of a firm. */
export const STORED_ROWS: readonly StoredRows[] = [
  {
    table: 'files',
    columns: ['state', 'size'],
    bytes: (row) => `iif(${row}.state = 'removed', 0, ${row}.size)`,
    firm: ownFirm,
  },
  {
    ...auditEntries,
    // Large evidence is an object in the bucket, which is kept like its entry.
    bytes: (row) => `${ENTRY_BYTES} + ${auditEntries.bytes(row)} + iif(instr(${row}.detail, '"evidence_object"') > 0,
    coalesce(${row}.detail ->> '$.evidence_object.bytes', 0), 0)`,
  },
  ofFirm('webhook_deliveries', (row) => firmOfBookkeeper(`${row}.bookkeeper_id`), 'body', 'answer', 'error'),
  ofFirm('book_clients', ownFirm, 'name', 'email', 'phone', 'company'),
  ofParent('client_notes', 'book_clients', 'client_id', 'text'),
  ofParent('agent_clients', 'book_clients', 'client_id', 'notes', 'preferences'),
  onlyLong(ofParent('book_client_notifications', 'book_clients', 'client_id', 'message')),
  ofFirm('follow_ups', (row) => firmOfBookkeeper(`${row}.bookkeeper_id`), 'subject', 'text', 'about'),
  ofParent('chat_messages', 'chat_threads', 'thread_id', 'message', 'attachments', 'about', 'mail'),
  ofFirm('book_workforms', ownFirm, 'name', 'description', 'fields'),
  ofFirm(
    'workform_versions',
    (row) => `(SELECT w.firm_id FROM book_workforms w WHERE w.id = ${row}.workform_id)`,
    'name',
    'description',
    'fields',
  ),
  ofFirm('book_form_submissions', PARENTS.book_form_submissions, 'data', 'non_answers'),
  ofParent('agent_assignments', 'book_form_submissions', 'submission_id', 'preferences'),
  ofParent('workform_section_statuses', 'book_form_submissions', 'submission_id', 'notes'),
  ofFirm('book_client_workforms', PARENTS.book_client_workforms, 'notes', 'rejection_reason'),
  ofParent('section_drafts', 'book_client_workforms', 'assignment_id', 'answers', 'non_answers'),
  ofParent('section_reviews', 'book_client_workforms', 'assignment_id', 'marks'),
  ofFirm(
    'section_attempts',
    (row) => firmOfBookkeeper(`${row}.bookkeeper_id`),
    'answers',
    'non_answers',
    'files',
    'flags',
  ),
]

/** Returns a statement that adds bytes to a firm. Entries of the portal itself have no firm and change no row. */
const add = (bytes: string, firm: string): string => `UPDATE firm_storage SET bytes = bytes + (${bytes})
  WHERE firm_id = ${firm};`

const triggersOf = ({ table, columns, bytes, firm }: StoredRows): string[] => [
  `CREATE TRIGGER firm_storage_${table}_added AFTER INSERT ON ${table} WHEN ${bytes('new')} > 0 BEGIN
  ${add(bytes('new'), firm('new'))}
END`,
  `CREATE TRIGGER firm_storage_${table}_changed AFTER UPDATE OF ${columns.map((c) => `"${c}"`).join(', ')} ON ${table}
WHEN ${bytes('new')} <> ${bytes('old')} BEGIN
  ${add(`${bytes('new')} - (${bytes('old')})`, firm('new'))}
END`,
  `CREATE TRIGGER firm_storage_${table}_gone AFTER DELETE ON ${table} WHEN ${bytes('old')} > 0 BEGIN
  ${add(`-(${bytes('old')})`, firm('old'))}
END`,
]

/** Returns the trigger that subtracts the rows which are deleted with a row of the table. */
function parentTrigger(parent: ParentTable): string {
  const sums = STORED_ROWS.filter((rows) => rows.parent?.table === parent).map(
    ({ table, bytes, parent: { column = '' } = {} }) =>
      `coalesce((SELECT sum(${bytes(table)}) FROM ${table} WHERE ${table}.${column} = old.id), 0)`,
  )
  return `CREATE TRIGGER firm_storage_${parent}_going BEFORE DELETE ON ${parent} BEGIN
  ${add(`-(${sums.join('\n    + ')})`, PARENTS[parent]('old'))}
END`
}

export const FIRM_STORAGE_TRIGGERS = [
  `CREATE TRIGGER firm_storage_firm_added AFTER INSERT ON firms BEGIN
  INSERT INTO firm_storage (firm_id, bytes) VALUES (new.id, 0);
END`,
  `CREATE TRIGGER firm_storage_firm_gone AFTER DELETE ON firms BEGIN
  DELETE FROM firm_storage WHERE firm_id = old.id;
END`,
  ...STORED_ROWS.flatMap(triggersOf),
  ...(Object.keys(PARENTS) as ParentTable[]).map(parentTrigger),
]
