/** Words for tones, absences, people, and documents by their role; a part of the lexicon. */
export const SITUATIONS = {
  /** Instructions that only the bookkeeper can explain. */
  VAGUE: `
    careful, be careful, careful with, with caution, caution, use caution, cautious, cautiously, same as last year,
    same as last time, same as before, same approach, same deal, same arrangement, same plan, same terms, same drill,
    same process, same procedure, same treatment, same rules, same way, as last year, as last time, like last year,
    like last time, like before, as before, as we did, like we did, you know what to do, you know the drill, you know
    how, usual caveats, as discussed, as agreed, use your judgment, use your judgement, your call, use discretion,
    discretion, be smart, be strategic, do your thing, do the needful, special handling, handle differently,
    differently, the old way, previous arrangement, previous instructions, earlier instructions, see above, see email,
    see my email, per our chat, per our call, play it by ear, feel it out, walk on eggshells, watch out, be aware,
    beware, proceed with caution, time difference, time zone, time zones, timezone, different time zone, mind the hour,
    fired us, fired me, left us, leaving us, moved to another, switched to another, terminated, deceased, fraud,
    lawsuit, legal is involved, anything but, everything but, all but`,
  /** Nothing that differs from the usual way. */
  USUAL: `
    as usual, as normal, as per usual, as standard, business as usual, the usual, usual way, normal way, follow as
    normal, follow as usual, usual schedule, normal schedule, standard schedule, default schedule, regular schedule,
    usual timing, normal timing, standard timing, usual cadence, normal cadence, standard cadence, default cadence,
    usual rhythm, usual frequency, normal frequency, usual reminders, normal reminders, standard reminders, default
    reminders, regular reminders, default settings, standard settings, the defaults, defaults, standard process, usual
    process, normal process,
    no special instructions, no special requests, no special requirements, no special handling, no special treatment,
    no special preferences, no particular instructions, no particular preferences, no particular requests,
    no instructions, no preference, no preferences, nothing
    special, nothing unusual, nothing in particular, nothing to note, nothing to add, nothing out of the ordinary, no
    changes, no change, no notes, no comments, no restrictions, no constraints, whatever works, as it is, as is`,
  /** The bookkeeper's notes for himself. */
  OWN: `
    note to self, reminder to self, memo to self, self note, todo, to-do, to do :, action item, action items, internal,
    internal note, for our files, for the file, our side`,
  /** Work of the bookkeeper. */
  TASK: `
    file the, file an, file a, file for, to file, reconcile, to reconcile, prepare, to prepare, prep, to prep, draft,
    to draft, review, to review, double check, double-check, to check, look up, look into, verify, to verify, update,
    to update, amend, to amend, categorize, categorise, classify, reclassify, to post, to book, calculate,
    recalculate, to run, to print, to scan, revisit, research, to finalize, finalize, close the books`,
  MEETS: 'meets, meet, gathers, convenes, meeting is, meetings are',
  RARELY: `
    sparingly, less often, less frequently, less frequent, fewer, light touch, not too often, not so often, not too
    many, not too frequently, not very often, occasionally, occasional, infrequently, rarely, now and then, from
    time to time, every so often, every now and then, hates nagging, hates being nagged, hates reminders, hates
    being chased, dislikes nagging, does not like being chased, does not like reminders, does not like being
    reminded, hates being reminded, seldom, minimal, low volume, not often, keep it light on, spread out, space out,
    hates spam, hates emails, hates getting emails, gets annoyed by reminders, easily annoyed, annoyed easily, gets
    annoyed easily, gets annoyed, minimum, bare minimum, as few as possible, as little as possible, keep * to a
    minimum, dislikes reminders, not a lot of, doesn't like to be chased, does not want to be chased`,
  OFTEN: `
    a lot, often, frequently, more often, regularly, constantly, relentlessly, persistently, nonstop, non-stop,
    repeatedly, frequent, lots of, plenty of, loads of, many, keep at, keep chasing, keep on, stay on, stay on top
    of, as often as possible, all the time, over and over, more frequent, more frequently, keep after, stay after`,
  /** Tones. */
  GENTLE: `
    gentle, gently, soft, softly, softly softly, kind, kindly tone, kindness, nice, nicely, friendly, friendlier,
    polite, politely, patient, patiently, patience, easy, sensitive, sensitively, understanding, lenient, light and
    friendly, low-key, low key, lightly, carefully, with care, kid gloves, with kid gloves, handle with care,
    courteous, respectful, respectfully, warm, warmly, short and sweet, short and friendly, low pressure,
    low-pressure, no pressure, no rush, no hurry, bear with, compassionate, sympathetic, empathetic, empathy,
    delicate, delicately, tactful, tactfully, tact, diplomatic, casual, relaxed, laid back, laid-back, chill,
    cheerful, upbeat, sweet, tender, considerate, caring, tread lightly, tread carefully, cut * some slack, cut *
    slack, light, mild, mildly, soft touch, gentle touch, a gentle touch, mellow, go easy, go easy on, take it easy,
    take it easy on, take it slow, keep it light, gracious, thoughtful, nice and easy, soft-pedal, non-threatening,
    encouraging, supportive, charming, pleasant, with compassion, no stress, calm, calmly, good-natured`,
  FIRM: `
    strict, stricter, get strict, firm, firmly, firmer, strictly worded, stern, sternly, direct, directly,
    directness, blunt, bluntly, assertive, assertively, tough, tough love, no excuses, no nonsense, no-nonsense,
    hard, harder, a firm hand, firm hand, forceful, forcefully, serious, no mercy, insistent, insist, hardball, play
    hardball, hard line, a hard line, to the point, straight to the point, straightforward, not sugarcoat, sugarcoat
    it not, push hard, chase hard, crack down, crack the whip, be clear, clearly worded, with urgency, strongly,
    strong, lean on, demanding, put pressure on, turn up the heat, apply pressure, more pressure, uncompromising, no
    pussyfooting, no messing around, mean business, means business, no more mr nice guy, severe, hardass, resolute,
    persistent tone, emphatic`,
  /** With a negation, a gentle tone. */
  PUSHY: `
    pushy, harsh, aggressive, harshly, push, pressure, rush, stress, hurry, hard on, too hard, rude, strict with,
    demanding of, intense, heavy handed, heavy-handed, scare, guilt, threaten, curt, abrupt, stressed, hurried,
    rushed, pressured, be mean, mean, overbearing, bossy, forceful with, alarm, upset, panic, abrasive, snippy,
    sharp, sound pushy, stress out, stress * out, lean on too hard, too firm, too strict, too direct, too blunt,
    hard`,
  /** Absences. */
  BUSY: `busy, swamped, slammed, snowed under, tied up, up to * eyes, booked solid, flat out, crunch, crunch
    time, back to back,
    underwater, buried, nuts, crazy, hectic, chaotic, insane, mobbed, packed, rammed, heaving, manic, frantic,
     busy season, wedding season, peak season, rush season, in meetings`,
  AWAY: `
    away, gone, off, off work, off grid, off the grid, off on, out, out of the country, out of the office, out of
    office, out of town, out of state, ooo, ooto, closed, unavailable, unreachable, not available, not reachable, hard
    to reach, abroad, overseas, travelling, traveling, travels, travel, on vacation, vacation, vacationing, vaca, on
    vaca, vacay, on holiday, on holidays, on leave, annual leave, on annual leave, pto, on pto, sabbatical, on
    sabbatical, business trip, on a business trip, trip, road trip, on a trip, cruise, on a cruise, honeymoon, on
    honeymoon, maternity leave, paternity leave, parental leave, family leave, maternity, paternity, mat leave, on mat
    leave, jury duty, on jury duty, moving, moving house, moving home, moving offices, moving office, relocating, at a
    conference, conference, trade show, at a trade show, retreat, on retreat, offline, not in the office, not in
    office, not around, in court, tax court, court, on safari, safari, camping, gone fishing, shut down, shutdown,
    shut, inventory, stocktake, stocktaking, renovating, renovation, wedding, family wedding, getting married,
    deployed, deployment, in training, training, on tour, touring, on a shoot, filming, on site, harvest, harvest
    time, harvesting, exams, finals, no signal, no wifi, no internet, no reception, no email access, with no signal,
    without internet, no access to email, unplugged, unplugging, staycation, pilgrimage, ramadan, diwali, eid,
    passover, lent, hanukkah, chanukah, yom kippur, rosh hashanah, sukkot, easter, lunar new year, observes,
    observing, fasting, on the road, on assignment, military leave, reserve duty, mission trip, visiting, at sea, in
    flight, flying, incommunicado, out of reach, out of range, not at work, not working, not in, not at * desk,
    holiday, bank holiday, unable to respond, cannot respond, does not work, off-grid, not open, audit, in an audit,
    hearing, court hearing, trial, deposition, arraignment, mediation, shuts, shuts down, shutting down, closes for,
    closes down, office closes, office is closing, shop closes, store closes, plant closes, school closes, we close,
    hiking, hiking trip, skiing, ski trip, hunting, hunting trip, fishing, fishing trip, sailing, backpacking,
    trekking, diving, rafting, scouting, field trip, day trip, working remotely abroad, in transit, getaway, city
    break, half term, spring break, school break, shutdown week, factory shutdown, plant shutdown, office shutdown,
    closure, paternity, at camp, away game, on holidays, on hols, hols, leave of absence, on a retreat`,
  /** Reasons for care. */
  CARE: `
    hospitalized, hospitalised, hospital, in hospital, in the hospital, surgery, operation, knee surgery, back
    surgery, heart surgery, having surgery, recovering, recovering from surgery, recovery, rehab, in rehab, sick, out
    sick, off sick, sick leave, on sick leave, medical leave, on medical leave, ill, illness, unwell, not well, flu,
    has the flu, covid, chemo, on chemo, chemotherapy, radiation, cancer, treatment, funeral, bereavement, bereavement
    leave, bereaved, grieving, grief, mourning, in mourning, sitting shiva, shiva, died, passed away, passed, passing,
    death in the family, a death in the family, death, lost his, lost her, lost their, lost * mother, lost * father,
    lost * wife, lost * husband, lost * dad, lost * mom, had twins, had triplets, expecting a baby, expecting twins,
    just had a baby, had a baby, new mom, new mother, new father, new dad, new parent, new parents, baby, new baby,
    newborn, gave birth, giving birth, pregnant, due date with baby, miscarriage, divorce, a divorce, separation,
    separated, emergency, family emergency, accident, car accident, broke * leg, broken leg, broken arm, injury,
    injured, stroke, heart attack, house fire, fire, flood, flooded, burglary, robbed, burgled, hurricane, tornado,
    earthquake, depression, depressed, anxiety, anxious, burnout, burned out, burnt out, fragile, vulnerable, in jail,
    jail, prison, in prison, coma, hospice, dying, terminally ill, critical condition, layoffs, laid off, lost * job,
    bankruptcy, bankrupt, foreclosure, evicted, migraine, migraines, concussion, bedridden, having a family crisis,
    crisis, deaf, blind, dementia, alzheimer's`,
  BACK: `
    back, back in the office, back in office, back at work, back at * desk, home, back home, back in town, back in
    the saddle, back from, back online, back on, returning, return, returns, due back, available again, reachable
    again, reopens, reopening, reopen, open again, open, first day back, back to work, gets in, gets back, lands,
    landing, in the office again`,
  /** People other than the client and the bookkeeper. */
  PERSON: `
    wife, husband, spouse, partner, assistant, secretary, lawyer, attorney, solicitor, accountant, cpa, payroll
    provider, bank manager, office manager, manager, controller, cfo, ceo, son, daughter, mother, father, brother,
    sister, mom, dad, mum, parents, receptionist, front desk, front office, ops manager, bookkeeper, boyfriend,
    girlfriend, fiance, fiancee, nurse, caregiver, executor, trustee, landlord, partner at, colleague, co-owner,
    cofounder, agent, daughters, sons, brothers, sisters, va, virtual assistant, pa, admin, the team, hr, payroll
    company`,
  /** What the agent cannot do. */
  CC: `
    check with, speak to, speak with, talk to, talk with, run it by, clear it with, consult, lay it on, cc, bcc,
    copy in, loop in, forward, include, gmail, work email, personal email, other email, address, new address, old
    address, link, translate, translation, interpreter, script, letter in the post, post, schedule, schedule a call,
    book, meeting, zoom, teams, slack, in person`,
  LANGUAGE: `
    spanish, german, french, chinese, mandarin, cantonese, vietnamese, korean, portuguese, russian, italian, polish,
    arabic, hindi, tagalog, japanese, creole, hebrew, ukrainian, english only`,
  /** Reminders. */
  NOUN: `
    reminder, reminders, nudges, follow ups, follow-ups, followups, chaser, chasers, chasing, chasing emails,
    communication, communications, correspondence, outreach, pings, notification, notifications, notice, notices,
    automation, automated messages, auto reminders, auto-reminders, auto emails, auto-emails, auto messages,
    automatic reminders, automated reminders, automated emails, automatic emails, automatic messages, emails,
    messages, mails, touch, touches, prods, pokes, comms, attempts, automatic, automated, automatically, auto,
    alerts, system emails, pushes, prompts`,
  /** Words for documents. Words before them are a part of the name. */
  DOC: `
    tax return, tax returns, vat return, sales tax return, statement, statements, stmt, stmts, receipt, receipts,
    report, reports, invoice, invoices, form, forms, letter, log, docs, doc, documents, document, documentation,
    paperwork, bills, ledger, contract, contracts, agreement, agreements, schedule of, register, policy, certificate,
    certificates, lease, leases, license, licence, records, record, list, file, files, figures, numbers, info,
    information, details, section, summary, questionnaire, return, returns, form 8879, organizer, checklist, payroll,
    mileage, workbook, spreadsheet, copies, copy, scans, id, ids, ein, reconciliation, reconciliations, recs, rec,
    slips, stubs, paystubs, inventory list, expenses, credentials, logins, access, bookkeeping docs, balance sheet,
    trial balance, deposits, deeds, deed, proof, confirmation, engagement letter, tax form, tax forms, tax docs,
    worksheet, worksheets, timesheets, timesheet, depreciation schedule, amortization schedule, fixed asset schedule,
    debt schedule, loan schedule, inventory count, inventory sheet, w2s, w9s, reports section, minutes, bylaws, cap
    table, appraisal, valuation, budget, forecast, notes payable, signature, signatures, signed letter, transactions,
    feeds, feed`,
} as const
