// Works a finished deal out again from its deal file: from the seeds to the cards (FAIRNESS 2), and
// every card through the game. Only the check page loads this, and it needs nothing else of ours.

const ASCII = new TextEncoder();
export const tag = (name) => [...ASCII.encode(name), 0];
const u16 = (n) => [(n >>> 8) & 255, n & 255];
export const u32 = (n) => [...u16(n >>> 16), ...u16(n)];
export const bytes = (hex) => (hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
export const hex = (bytes) => bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");

export async function sha256(message) {
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(message)))];
}

export async function hmac(key, message) {
  const kind = { name: "HMAC", hash: "SHA-256" };
  const made = await crypto.subtle.importKey("raw", Uint8Array.from(key), kind, false, ["sign"]);
  return [...new Uint8Array(await crypto.subtle.sign("HMAC", made, Uint8Array.from(message)))];
}

// From the seeds to the cards

export function commitment(seed, daily) {
  return sha256([...tag(daily ? "ers:daily-commit:1" : "ers:commit:1"), ...seed]);
}

export function dealSeed(seed, id, deal, seeds) {
  const each = seeds.flatMap((own) => [own.length, ...own]);
  const game = [...u16(id.length), ...ASCII.encode(id), ...u32(deal)];
  return hmac(seed, [...tag("ers:deal:1"), ...game, seeds.length, ...each]);
}

async function* stream(seed, purpose) {
  for (let block = 0; ; block += 1) {
    yield* await hmac(seed, [...tag("ers:stream:1"), ...tag(purpose), ...u32(block)]);
  }
}

// A number below n, all equally likely: bytes that would favour some are passed over.
async function below(n, drawn) {
  for (;;) {
    const { value } = await drawn.next();
    if (value < 256 - (256 % n)) return value % n;
  }
}

export async function shuffled(seed, decks, jokers) {
  const one = [..."SHDC"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
  if (jokers) one.push("X1", "X2");
  const deck = Array(decks).fill(one).flat();
  const drawn = stream(seed, "shuffle");
  for (let i = deck.length - 1; i > 0; i -= 1) {
    const j = await below(i + 1, drawn);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

export const lot = (seed, seats) => below(seats, stream(seed, "dealer"));

// Each seat's stack, its top first: dealt singly from the dealer's left, the last card on top.
export function dealt(deck, seats, dealer) {
  const stacks = Array.from({ length: seats }, () => []);
  deck.forEach((card, i) => stacks[(dealer + 1 + i) % seats].unshift(card));
  return stacks;
}

// Every card through the game

const CHANCES = { J: 1, Q: 2, K: 3, A: 4 };

function nextWithCards(table, after) {
  const { stacks } = table;
  for (let i = 1; i < stacks.length; i += 1) {
    const seat = (after + i) % stacks.length;
    if (stacks[seat].length) return seat;
  }
  return null;
}

function chances(table) {
  const rank = table.faceup.at(-1)?.[0];
  if (rank !== "X") return CHANCES[rank];
  return table.rules.jokers === "challenge" ? table.rules.joker_chances : undefined;
}

const holders = (table) => table.stacks.filter((stack) => stack.length).length;
const pile = (table) => table.buried.length + table.faceup.length;

function most(stacks) {
  const heights = stacks.map((stack) => stack.length);
  const best = Math.max(...heights);
  return heights.indexOf(best) === heights.lastIndexOf(best) ? heights.indexOf(best) : null;
}

function mayCollect(table, seat, how, conditions) {
  if (how === "slap") {
    const known = [...table.rules.slaps];
    return table.actor === seat && conditions.length > 0 && conditions.every((c) => known.includes(c));
  }
  if (conditions.length) return false;
  if (how === "challenge") return table.claim === seat;
  // The last pile goes to who revealed last, or to the only one who still has cards.
  const alone = holders(table) === 1 && table.stacks[seat].length > 0;
  return how === "award" && (table.revealer === seat || alone);
}

const ENDS = {
  last_standing: (table, winner) => table.out.size === table.stacks.length - 1 && !table.out.has(winner),
  all_cards: (table, winner) => holders(table) === 1 && !pile(table) && table.stacks[winner]?.length > 0,
  last_chance: (table, winner) => table.chance?.seat === winner,
  limit: (table, winner) => most(table.stacks) === winner,
  stalled: (table, winner) => winner === null && holders(table) === 0,
  repetition: (table, winner) => winner === null,
};

// What an event does to the cards; each says whether it can be so.
const EVENTS = {
  revealed(table, seat, card, number) {
    const fits = table.verb === "reveal" && table.stacks[seat][0] === card;
    table.faceup.push(table.stacks[seat].shift());
    table.revealer = seat;
    table.reveals += 1;
    return fits && table.reveals === number;
  },
  challenged(table, seat, responder, left) {
    table.challenger = seat;
    return seat === table.revealer && responder === nextWithCards(table, seat) && left === chances(table);
  },
  claimed(table, seat) {
    const unanswerable = seat === table.revealer && chances(table) > 0;
    const fits = seat === table.challenger || unanswerable;
    Object.assign(table, { claim: seat, challenger: null });
    return fits;
  },
  burned(table, seat, count) {
    const stack = table.stacks[seat];
    const fits = seat === table.actor && count > 0 && count === Math.min(table.rules.burn, stack.length);
    table.buried.push(...stack.splice(0, count));
    return fits;
  },
  struck(table, seat, strikes) {
    table.strikes[seat] = (table.strikes[seat] ?? 0) + 1;
    return seat === table.actor && !table.stacks[seat].length && table.strikes[seat] === strikes;
  },
  out(table, seat) {
    table.out.add(seat);
    return seat === table.actor && !table.stacks[seat].length;
  },
  lapsed(table, seat) {
    if (table.claim === seat) table.claim = null;
    if (table.challenger === seat) table.challenger = null;
    if (table.chance?.seat === seat) table.chance = null;
    return seat === table.actor && table.out.has(seat);
  },
  collected(table, seat, how, count, conditions) {
    const fits = mayCollect(table, seat, how, conditions) && count === pile(table);
    table.stacks[seat].push(...table.buried, ...table.faceup);
    if (how === "slap" && table.chance?.seat !== seat) table.chance = null;
    Object.assign(table, { buried: [], faceup: [], claim: null, challenger: null });
    return fits;
  },
  last_chance(table, seat, left) {
    const goesOn = table.chance?.seat === seat && left === table.chance.left - 1;
    const begins = !table.chance && left === 3 && holders(table) === 1 && !pile(table);
    table.chance = { seat, left };
    return goesOn || (begins && table.stacks[seat].length > 0);
  },
  ended(table, winner, reason) {
    table.ended = { winner, reason };
    return Object.hasOwn(ENDS, reason) && ENDS[reason](table, winner);
  },
};

function follows(table, [name, ...values]) {
  const known = Object.hasOwn(EVENTS, name) && (name === "ended" || values[0] in table.stacks);
  return known && EVENTS[name](table, ...values);
}

// Carries the cards of a deck through the log. `at` is the number of the first action that the
// cards cannot follow, 0 where they follow all.
export function flow(deal, deck) {
  const table = { rules: deal.rules, stacks: dealt(deck, deal.rules.seats, deal.dealer.seat) };
  Object.assign(table, { buried: [], faceup: [], reveals: 0, revealer: null, challenger: null });
  Object.assign(table, { claim: null, chance: null, strikes: [], out: new Set(), ended: null });
  const fits = (action, events) => {
    const [verb, seat] = action.split(" ");
    Object.assign(table, { verb, actor: verb === "slap" ? Number(seat) : null });
    // What causes nothing is a close, or a false slap that is free because there are no cards.
    const free = verb === "close" || (verb === "slap" && table.stacks[table.actor]?.length === 0);
    if (table.ended || !(events.length || free)) return false;
    if ((verb === "reveal") !== (events[0]?.[0] === "revealed")) return false;
    return events.every((event) => follows(table, event));
  };
  const at = deal.actions.findIndex((action, i) => !fits(action, deal.events[i]));
  const counts = table.stacks.map((stack) => stack.length);
  return { at: at + 1, counts, ended: table.ended };
}

// The whole proof

const compared = (name, stated, found) => ({ name, right: stated === found, stated, found });

function cards(deck, stated) {
  const at = deck.findIndex((card, i) => card !== stated[i]);
  if (at < 0) return { name: "deck", right: deck.length === stated.length, at: deck.length };
  return { name: "deck", right: false, at: at + 1, found: deck[at], stated: stated[at] ?? "" };
}

const said = ({ winner, reason }, counts) => `${winner ?? "-"} ${reason} ${counts.join(" ")}`;

// One item a step, in order: its name, whether it is right, what was `found` and what is `stated`.
export async function proof(deal) {
  const daily = "date" in deal;
  const seed = bytes(daily ? deal.day_seed : deal.server_seed);
  const seeds = deal.seats.map((seat) => bytes(daily ? "" : seat.seed));
  const game = daily ? [`daily:${deal.date}`, 1] : [deal.id, deal.deal];
  const stated = bytes(deal.deal_seed);
  const { rules, dealer, result } = deal;
  const deck = await shuffled(stated, rules.decks, rules.jokers !== "none");
  const first = dealer.by === "turn" ? dealer.turns.find((seat) => seat !== null) : null;
  const played = flow(deal, deck);
  const end = said(played.ended ?? { reason: "" }, played.counts);
  return [
    compared("promise", deal.commitment, hex(await commitment(seed, daily))),
    compared("seed", deal.deal_seed, hex(await dealSeed(seed, ...game, seeds))),
    cards(deck, deal.deck),
    compared("dealer", dealer.seat, first ?? (await lot(stated, rules.seats))),
    { name: "cards", right: !played.at, at: played.at, stated: deal.actions[played.at - 1] },
    compared("result", said(result, result.counts), end),
  ];
}

// With other numbers no byte would be small enough to draw by, and the search for one never ends.
const within = (number, least, most) => Number.isInteger(number) && number >= least && number <= most;

export function read(text) {
  const deal = JSON.parse(text);
  const known = deal.format === "slapback-deal" && deal.version === 1;
  if (!known || !within(deal.rules.decks, 1, 2) || !within(deal.rules.seats, 2, 8)) {
    throw new TypeError("another format");
  }
  return deal;
}

// The page

function show(page, steps) {
  const { right, differs, card, action } = page.dataset;
  const words = { deck: card, cards: action };
  for (const step of steps) {
    const line = page.querySelector(`[data-step="${step.name}"]`);
    const wrong = () => (words[step.name] ?? differs).replace(/\{(\w+)\}/g, (_, name) => step[name]);
    line.dataset.found = step.right ? "right" : "wrong";
    line.querySelector(".found").textContent = step.right ? right : wrong();
  }
  const first = steps.find((step) => !step.right);
  if (!first) return page.dataset.all;
  return page.querySelector(`[data-step="${first.name}"]`).dataset.means;
}

function clear(page) {
  for (const line of page.querySelectorAll("[data-step]")) {
    delete line.dataset.found;
    line.querySelector(".found").textContent = "";
  }
}

async function check(page, text) {
  const verdict = page.querySelector("#verdict");
  try {
    verdict.textContent = show(page, await proof(read(await text)));
  } catch {
    clear(page);
    verdict.textContent = page.dataset.malformed;
  }
}

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new TypeError(answer.statusText);
  return answer.text();
}

function begin(page) {
  const verdict = page.querySelector("#verdict");
  const file = page.querySelector("input[type=file]");
  if (!globalThis.crypto?.subtle) {
    verdict.textContent = page.dataset.insecure;
    return;
  }
  page.querySelector(".other").hidden = false;
  file.addEventListener("change", () => file.files[0] && check(page, file.files[0].text()));
  check(page, fetched(page.dataset.file));
}

const page = document.getElementById("proof");
if (page) begin(page);
