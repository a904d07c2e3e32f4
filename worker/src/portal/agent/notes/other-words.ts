/** Words that add nothing, also those that stand for the client. */
export const FILL = `
  once more on, once again on, one more on, for this one, for that one, for this guy, for this client, inclusive,
  inclusively, incl, both days included, the thing, the one thing, one thing, total, all, at first, professional,
  professionally, business-like, we agreed, we agreed on, we agreed that, i promised, i promised him, i promised her,
  i told him, i told her, he asked for, she asked for, they asked for, he wants, she wants, they want, he would like,
  she would like, now, any, everything, anything, something, stuff, going through, goes through, went through,
  deadlines, you, your, please, pls, plz, plse, kindly, thanks, thank you, thx, ty, cheers, hi, hello, hey, all good,
  really, very, super, also, too, again, there, this, that, these, those, them, of, to, is, are, am, be, was, were,
  will, would, should, shall, can, could, may, must, do, does, did, doing, been, being, bit, a bit, a little, quite,
  so, much, the, a, an, his, her, their, its, it, he, she, they, him, client, the client, this client, client's,
  owner, the owner, guy, folks, people, someone, anyone, mr, mrs, ms, dr, as, at all, extra, either, whatsoever,
  period, though, however, for now, for the time being, at the moment, right, nb, note, fyi, btw, ps, kind of, sort
  of, tone, manner, way, style, in tone, with, and so, go, keep, stay, play, make, use, take, treat, tread, remain,
  sound, sure, keep it, make it, remember to, remember, make sure, make sure to, always, generally, usually, normally,
  typically, well, just now, currently, right now, times, itself, own, about it, about this, about that, for this, on
  this, with this, for him, for her, for them, exactly, early, late in the day, mostly, another, day of, such, whole,
  entire, actual, because, as well, otherwise fine, i think, i guess, imo, let us, lets, let's, what, how, new, same,
  old, both, more, most, next, here, he is, she is, they are, who, local time, est, et, pst, ct, eastern, super-duper,
  only if needed, any more, anymore, any longer, further, whatever, yes, ok so, guys, lol, haha, cycle, time zone, her
  end, his end, 's, o'clock, weekly basis, basis, interval, intervals, rhythm, cadence, frequency, apart, a day,
  hours, it up, together, up, until further notice, further notice, going, try to, try, someone's, rather, pretty,
  fairly, in general, ideally, if possible, where possible, when possible, if you can, to him, to her, to them, until
  told otherwise, year, season, occasion, occasions, moment, days after, has to be, needs to be, want to, wants to,
  wanted, might want, got to, gotta, gonna, need to, this one, that one, with this one, on this one`

/** Words about the client or the business that ask nothing of the agent. */
export const FACTS = `
  observes shabbat, observes the sabbath, keeps shabbat, keeps the sabbath, sabbath, shabbat, that is * day, it is *
  day, which is * day, those are * days, he is careful, she is careful, they are careful, very careful, is careful,
  careful with money, careful person, no staff, nobody in the office, no one in the office, nobody around, no one
  around, nobody in, no one in, staff meeting, team meeting, board meeting, sales meeting, weekly meeting, all hands,
  delivery day, market day, payroll day, clinic day, kid, child, children, grandchild, grandchildren, grandkids,
  girls, boys, college, university, high school, grad school, army, navy, divorced, widowed, widow, widower, engaged,
  single mom, single dad, remarried, check number, cheque, wire, ach, inv, chk, check, advisory, invoiced, invoice
  paid, payment, allergic, vegan, vegetarian, speaks fast, closer, spoken, three strikes, home office, home-office,
  reads everything carefully, referred by, go by, goes by, nice family, nice people, nice lady, nice woman, nice
  couple, nice person, hard to read, hard to understand, hard worker, hardworking, hard-working, works hard, close
  their books, quarterly, responds to emails, responds to email, replies to emails, answers emails, reads emails,
  answers the phone, rough patch, rough time, rough year, hard time, tough time, difficult time, bad year, rough week,
  rough month, a lot going on, dealing with a lot, having a hard time, dealing with, struggling, overwhelmed, stressed
  out, busy person, ramp up, ramps up, see attached, please find attached, attached, is also a client, bank is chase,
  banks with chase, chase account, chase checking, night shift, night shifts, works nights, works the night shift,
  difficult, owns, owned, runs, run, operates, uses, used, using, started, founded, formed, established, incorporated,
  based, located, lives, lived, married, client since, longtime, long-time, long time, long-standing, loyal,
  organized, organised, disorganized, disorganised, messy, tidy, reliable, responsive, slow responder, slow to
  respond, slow payer, slow, always late, always on time, usually late, chronically late, often late, late every year,
  forgets, forgetful, forgets everything, ignores, ignores everything, ignores emails, procrastinator, procrastinates,
  referred, referral, refers, llc, s-corp, s corp, scorp, c-corp, c corp, corp, inc, ltd, sole proprietor, sole prop,
  partnership, nonprofit, non-profit, 501c3, trust, estate, ssn, itin, restaurant, restaurants, contractor,
  contractors, employee, employees, staff, headcount, quickbooks, qbo, qb, xero, freshbooks, wave, sage, gusto, adp,
  stripe, shopify, square, paypal, venmo, accrual, cash basis, fiscal year, calendar year, tax year, year in a row,
  last year, last month, last quarter, last week, rental, rentals, property, properties, real estate, dentist, dental,
  doctor, physician, teacher, restaurateur, realtor, broker, photographer, designer, plumber, electrician, builder,
  roofing, landscaping, hvac, salon, bakery, cafe, coffee, retail, store, shop, shops, e-commerce, ecommerce, amazon,
  etsy, franchise, trucking, farm, farmer, ranch, church, school, clinic, practice, gym, studio, agency, consultant,
  consulting, software, startup, freelancer, freelance, developer, artist, musician, author, nurse practitioner,
  birthday, born, kids, dog, cat, golf, loves, enjoys, fan of, interested in, pronounced, called, nickname, formerly,
  née, nee, name, renamed, rebranded, changed, switched, switching, migrated, migrating, moved, converted,
  transferred, took over, inherited, merged, acquired, bought, sold, hired, signed, signed up, joined, onboarded,
  upgraded, downgraded, paid, pays, prepaid, billed, retainer, fee, fees, rate, monthly fee, discount, autopay, on
  retainer, engagement, proposal, contract signed, owes, great to work with, good guy, nice guy, great client, great
  guy, lovely, sweetheart, a pleasure, funny, vip, important client, big client, key client, small client, biggest
  client, new client, existing client, former client, returning client, first-timer, first timer, first year,
  first-year, first time, tax, taxes, sales tax, books, bookkeeping, cleanup, catch-up, clean-up, catch up, account,
  accounts, bank, chase bank, bank of america, wells fargo, amex, visa, credit card, loan, loans, mortgage, lender,
  sba, ppp, irs, state, nexus, multi-state, foreign, citizen, expat, canadian, british, texas, florida, california,
  elderly, older, retired, semi-retired, young, hard of hearing, new owner, new business, family business,
  family-owned, second generation, tech savvy, tech-savvy, not tech savvy, not good with computers, computer, prefers
  to be called, mac, iphone, portal, logged in, login, password, vault, 1password, drive, dropbox, folder, google
  drive, responds quickly, responds fast, replies fast, replies quickly, answers quickly, detail oriented,
  detail-oriented, reads everything, careful, meticulous, anxious about taxes, revenue, profit, sales, turnover,
  margin, cash flow, funding, investor, investors, board, members, member, volunteers, donors, treasurer, president,
  owner of, shareholder, shareholders, s corporation, corporation, company, business, businesses, entity, entities,
  holding company, subsidiary, brand, brands, location, locations, branch, branches, warehouse, warehouses, truck,
  trucks, van, vehicle, vehicles, equipment, pos, clover, toast, lightspeed, spoke, talked, met, discussed, chatted,
  agreed, caught up, mentioned, told, said, asked, knows, aware, informed, promised, extension, extended, filed,
  filing, quarterly filer, estimated taxes, estimates, audit last year, price, quote, upsell, advisory, previous
  accountant, prior accountant, previous bookkeeper, prior bookkeeper, old accountant, old bookkeeper, last
  bookkeeper, brother of, sister of, cousin of, friend of, neighbor, neighbour, responded, replied, happy, satisfied,
  complained, picky, chatty, talkative, funny guy, quick, prompt, punctual, years old, age, speaks english, bilingual,
  speaks, lgtm, prefers email, email is best, by email, via email, over email, easy going, easygoing, wonderful,
  excellent, good client, best client, great, long term, grew, growing, expanding, opening, launched, launching,
  renewed, renews, renewal, due for renewal, tax return last year, refund, got married, newlywed, moved to, lives in,
  mailing address, phone number, number is, dob, license plate, parking, gate code, alarm code, office, building,
  suite, floor, street, downtown, uptown, industry, niche, wholesale, manufacturing, manufacturer, import, export,
  distributor, products, services, customers, clients, patients, students, tenants, guests, events, catering, caterer,
  brewery, winery, vineyard, bar, pub, hotel, motel, airbnb, vrbo, short-term rentals, daycare, preschool, tutor,
  coach, trainer, yoga, spa, massage, therapist, psychologist, chiropractor, vet, veterinarian, pharmacy, optometrist,
  insurance agent, notary, architect, engineer, surveyor, interior, cleaning, janitorial, security, logistics,
  courier, uber, lyft, driver, taxi, limo, mechanic, dealership, body shop, tires, boat, marina, charter, airline,
  pilot, nanny, household, elected, election, choice, method, depreciation, amortization, gst, vat, hst, utr,
  companies house, self assessment, self-employed, limited company, director, directors, mtd, cis, paye, pension`
