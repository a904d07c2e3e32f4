import { sql } from 'drizzle-orm'
import { index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { belongsTo, id, nameOrder } from './columns.ts'
import { bookClients, firms } from './people.ts'

/** The labels that the bookkeepers of a firm give to clients. A trigger deletes a label that no client has. */
export const tags = sqliteTable(
  'tags',
  {
    id: id(),
    firm_id: belongsTo(() => firms.id),
    name: text().notNull(),
    /** The name as `foldText` returns it, if it is not ASCII. */
    folded_name: text(),
    /** What lists sort tags by, and by which a tag is found. */
    name_order: nameOrder(),
  },
  (t) => [uniqueIndex('tags_name').on(t.firm_id, sql`"name" COLLATE NOCASE`)],
)

export const clientTags = sqliteTable(
  'client_tags',
  {
    client_id: belongsTo(() => bookClients.id),
    tag_id: belongsTo(() => tags.id),
  },
  (t) => [primaryKey({ columns: [t.client_id, t.tag_id] }), index('client_tags_tag').on(t.tag_id, t.client_id)],
)
