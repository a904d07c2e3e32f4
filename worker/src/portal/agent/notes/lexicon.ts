import { SITUATIONS } from './lexicon-situations.ts'

/**
 * The words that the agent understands in notes, by their role. Add a synonym to the list of its role; the first role
 * of a word counts. `*` takes the place of one or two words, such as a name.
 */

/** Roles of verbs, in their base form. All forms of them are recognized. */
export const VERBS = {
  /** Sends a reminder. */
  CONTACT: `
    contact, hit, remind, email, mail, message, msg, chase, chase up, chase down, bother, bug, ping, nudge, disturb,
    notify, hassle, reach, reach out, reach out to, follow up, follow up with, follow-up, followup, check in, check in
    with, circle back, circle back to, touch base, touch base with, prod, poke, approach, get in touch, get in touch
    with, get hold of, jog, drop a line, give * a nudge, give * a reminder, give * a push, give * a poke, give * a
    prod, give * a ping, give * a shout, drop * a line, drop * a note, hit up, write, write to, interrupt, trouble,
    get on to, send out, go after, keep on at, shoot * an email, talk to about deadlines, badger about`,
  /** Sends too many reminders; with a negation, "less often". */
  NAG: `
    nag, hound, spam, bombard, badger, overwhelm, flood, pester, harass, annoy, overdo it, overdo, inundate, swamp *
    with, blow up, over-remind, be a pest, be annoying, be a nag, go overboard, smother, pile on, be on * back,
    blast`,
  /** Sends something; the client or the agent. */
  SEND: 'send, fire off, shoot off, issue, mail out',
  /** Contacts in a way that the agent cannot. */
  CHANNEL: `
    call, phone, text, ring, whatsapp, sms, fax, dial, voicemail, leave a voicemail, telephone`,
  /** Ends reminders. */
  STOP: `
    stop, quit, cease, discontinue, opt out, opt out of, unsubscribe, leave * alone, leave * be, let * be, leave * in
    peace, leave alone, leave * undisturbed, turn off, turn * off, switch off, switch * off, shut * off, cancel,
    disable, shut off, knock off`,
  /** Waits. */
  PAUSE: `
    hold, pause, wait, postpone, delay, suspend, hold off, hold off on, hold back, back off, sit tight, stand by,
    freeze, put on hold, place on hold, keep on hold, put * on hold, park, shelve, stand down, hang fire, hang on,
    sit on, wait on, lay off, steer clear, steer clear of, stay away from, halt, hit pause, hit pause on, snooze,
    mute, defer, table`,
  /** Begins. */
  START: `
    start, begin, resume, commence, kick off, restart, pick up, pick back up, go ahead, launch, proceed`,
  /** Asks for documents. */
  ASK: `
    ask, request, ask for, chase for, chase up, push for, collect, press for, ask about, inquire, hassle for, query`,
  /** Leaves someone until a time. */
  LEAVE: 'leave, let',
  /** Gives time. */
  GIVE: 'give, allow, cut, grant',
  /** Needs documents. */
  NEED: `
    need, require, want, be missing, miss, lack, be after, be short of, await, be waiting on, be waiting for,
    gather, go get, have to get, need to get, have to have`,
  /** Starts with documents. */
  LEAD: `
    prioritize, prioritise, focus on, concentrate on, lead with, start with, begin with, kick off with, open with,
    emphasize, emphasise, stress the, push for, press for, push on, go for, begin by asking for`,
  /** Owes documents. */
  OWE: 'owe',
  /** With a negation, asks for documents. */
  FORGET: 'forget, overlook, lose sight of',
  /** Takes over from the agent. */
  HANDLE: `
    handle, deal with, take care of, look after, take over, manage, sort out, take it from there, take it from here`,
  /** Tells the client something. */
  TELL: 'tell, mention, let * know, discuss, bring up, talk about, disclose, reveal',
  /** Leaves out documents or times. */
  SKIP: `
    skip, ignore, omit, exclude, leave out, forget about, drop, leave off, disregard, do without, take off, pass on,
    scratch, leave * out`,
  /** Has or gets documents. */
  HAVE: 'have, receive, get, obtain, pull, download, export, retrieve, fetch',
  /** Submits documents. */
  SUBMIT: `
    submit, send, send in, upload, provide, deliver, turn in, hand in, supply, finish, complete, sign, respond,
    reply, drop off, send over, send back, fill in, fill out, bring in, bring, e-sign`,
  /** Arrives, about documents. */
  ARRIVE: `
    arrive, come in, come, be in, be received, be uploaded, land, show up, be here, turn up, be submitted, be done`,
  /** Ends an absence. */
  BACK: `
    return, come back, get back, be back, fly back, get home, come home, resurface, fly home`,
} as const

/** Roles of other words and phrases. */
export const WORDS = {
  /** Negations. */
  NOT: `not ever, never ever, 
    not, never, no need to, no need, avoid, refrain from, without, nor, ain't, not ever, under no circumstances,
    please no, there is no need to, rather not, by no means, no point, not necessary to, absolutely not, on no
    account`,
  NO: 'no, zero, no more, no further, no additional, not any',
  /** No messages. */
  NOTHING: `
    nothing, nada, zilch, quiet, silence, radio silence, not a word, not a peep, no contact, go quiet, stay quiet,
    keep quiet, go silent, stay silent, keep silent, nothing at all, go dark, zero contact, quiet period, no comms,
    blackout, none, hands off, nothing goes out`,
  ONLY: `
    or not at all, always on, always in, only, just, solely, strictly, exclusively, nothing but, only ever`,
  /** Before or after a number of reminders or an interval. */
  MAX: `
    max, maximum, maximum of, a maximum of, max of, at most, at the most, no more than, not more than, not over, up
    to, tops, in total, all told, cap, cap it at, cap them at, limit to, limit * to, limited to, cap at, capped at,
    keep it to, keep to, or fewer, or less, more than, no more often than, not more often than, more often than, a
    limit of, not exceed, altogether, overall, stick to, a total of, more frequently than, a cap of`,
  ENOUGH: `
    enough, plenty, sufficient, suffices, that is it, that is all, and that is it, no more, nothing else, should do,
    will do it, then stop, will suffice, and done, and leave it at that, leave it at that, nothing more, and no
    more, is the limit, is the max, nothing after that, then leave it, that is enough, all he needs`,
  WORK: `
    sleeps, asleep, sleeping, naps, work, works, working, on duty, on shift, at work, teaching, teaches, in class,
    in session`,
  /** A time or a way that suits the client. */
  GOOD: `
    best, better, ideal, good, ok, okay, okey, fine, preferred, works best, work best, works well, work well, works
    fine, works better, work better, easiest, prefer, prefers, preferably, suits, suit, welcome, allowed,
    acceptable, likes, like, appreciates, reachable, available, free, responds, responds best, easiest to reach,
    best time, best reached, best times, checks, reads, around, is around, checks email, checks * email, reads
    email, reads * email, checks mail, checks messages, best day, best days, possible`,
  /** Parts of intervals and numbers; without the other part the statement is not understood. */
  UNIT: 'per, each, every, day, days, week, weeks, month, months, weekly, daily, monthly',
  NUMBER: 'one, ones, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve',
  HATES: 'hates, hate, dislikes, complains, complained',
  BAD: `
    bad, worst, off limits, off-limits, no good, out of bounds, a no-go, no-go, no go, forbidden, terrible, bad
    time, a bad time, a bad day, taboo`,
  /** Before times. */
  UNTIL: `
    until, till, 'til, til, thru, through, up to, up until, up till, unitl, untill, until at least, till at least,
    pending`,
  BEFORE: `
    before, prior to, earlier than, ahead of, b4, in advance of, sooner than, any earlier than, any sooner than,
    before at least`,
  PASSED: `
    is over, are over, has passed, have passed, is past, is done, passes, has ended, ends, over and done with, is
    behind us, wraps up`,
  AFTER: `
    after, past, we are past, he is past, she is past, they are past, later than, following, afer, once past, from
    after, beyond`,
  FROM: `
    not earlier, no earlier, not sooner, no sooner, from, starting, beginning, as of, as from,
    effective, onwards from, from about, no earlier than, not earlier than, earliest, the earliest, at the earliest,
    at earliest, onwards, onward, and onwards, on or after, start on, start from, soonest, and after, and later, or
    later, forward`,
  SINCE: 'since',
  BY: `
    by, due by, due, no later than, not later than, in by, latest, at the latest, due on, at latest, in hand by, by
    no later than, needed by`,
  ON: `
    on, in, during, over, around, at, within, throughout, in the course of, approximately, circa, come, the whole
    of, all of, all through, across, between, in all of, on about, round about`,
  FOR: 'for',
  ABOUT: 'about, regarding, re, concerning, with regard to',
  EXCEPT: `
    except, except for, except on, excluding, other than, apart from, aside from, but not, anytime but, any time
    but, any day but, every day but, but never`,
  /** Conditions that can be known, such as that documents have arrived. */
  WHEN: 'once, when, as soon as, the moment',
  /** Conditions that cannot be known. */
  COND: `
    less is more, if, unless, whenever, while, in case, depends, depending, maybe, perhaps, possibly, might,
    whether, provided, assuming, probably, instead, but for, or maybe, not sure, unsure, tbd, tbc, who knows`,
  /** The bookkeeper. */
  I: 'i, we, me, us, my, our, myself, ourselves, mine, ours, personally',
  /** Everything is submitted. */
  DONE: `
    its done, it is done, it is in, done, it is all in, everything is in, everything is done, all done, complete, it
    is complete, it is finished, all is in, everything is submitted, everything arrives, he is done, she is done,
    they are done, he submits, she submits, they submit, we have everything, it is all done, finished, submitted, we
    have it all, he responds, she responds, they respond, he replies, she replies, they reply, we get everything, it
    gets done`,
  /** A tone that holds when it is late, too. */
  EVEN: 'even if, even when, even once, even after, even though, even while, also when, also after',
  OVERDUE: `
    overdue, late, past due, past the deadline, past the due date, the deadline passes, the deadline has passed, the
    deadline is past, delinquent, is past due, it is late, it is overdue, they are late, he is late, she is late, it
    goes overdue, it slips, the due date passes, the due date has passed, goes past due`,
  /** A time that the note has named before. */
  THAT_TIME: `
    that time, that week, that day, that period, those days, those dates, that point, that date, those two days,
    this time, these days, these dates, that window, that stretch`,
  THEN: `
    then, afterwards, afterward, thereafter, subsequently, from then on, after that, after this`,
  /** All other documents. */
  REST: `
    other stuff, other things, the other docs, the other documents, rest of the documents, rest of the docs, the
    rest of the documents, the rest of the docs, the rest of it, rest of it, rest, the rest, others, the others,
    everything else, all else, the remainder, anything else, other documents, other docs, the other stuff, other
    items, remaining items, all other items`,
  /** What to ask for first. */
  FIRST: `
    the big one, big one, the main one, first, first of all, before anything else, above all, most important, the most
    important, most importantly, top priority, priority, the priority, a priority, main priority, most urgent, urgent,
    the most urgent, urgently, asap, right away, straightaway, first priority, the main thing, main thing, mainly,
    especially, in particular, particularly, up front, upfront, key, key item, number one, immediately, straight away,
    at the top, top of the list, before everything else, first thing, first off, matters most, matter most, comes
    first, come first, needed most, most needed, a must, initially, most crucial, critical, crucial, ahead of
    everything else, ahead of the rest, before the rest, ahead of anything else, before all else, is key, more than
    anything, biggest priority, first up, to begin with, to start with, as a priority, as priority`,
  /** What is not needed any more. */
  ALREADY: `
    already, covered, on file, already on file, already in, in hand, taken care of, sorted, got it, not needed, not
    required, unnecessary, no longer needed, not necessary, irrelevant, not applicable, n/a, not relevant, waived,
    no longer required, already covered`,
  STILL: `
    still, still missing, missing, outstanding, still outstanding, remaining, yet to come, to come, not in yet, not
    yet in, lacking`,
  SPACE: `
    space, time, a break, some time, some space, room, breathing room, peace, some peace, a rest, a bit of space, a
    breather, some room, breathing space, alone time, time off, extra time, more time`,
  ...SITUATIONS,
} as const
