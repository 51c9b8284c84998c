"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const MAX = 0, MIN = 1, CHANCE = 5;              // node types; 2, 3, 4: won, lost, drawn
const AT_MOST = 1, AT_LEAST = 2, UNFINISHED = 3, UNSEEN = 4;  // types of values
const NODE = 38, RING = 5, DROP = 92, STUB = 30, CUT_STUB = 52, ARC = 20, GAP = 16, HANG = 38, POINT = 4;
const LABEL_AT = 0.47, CUT_AT = 0.76;
const OPEN_MOST = 3000;                          // most nodes that "open all" opens
const READABLE = 0.62;                            // least scale at which values are readable
const CULL_FROM = 600;                           // from this many nodes on, only visible ones are drawn
const TURNS = ["max", "min", "won", "lost", "drawn", "chance"];
const isOver = (turn) => turn > MIN && turn < CHANCE;

// ---- Texts ----------------------------------------------------------------------------------

const escape = (text) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
const word = (key, values = {}) => data.words[key].replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
const number = (n) => n === Infinity ? "…" : n.toLocaleString(document.documentElement.lang);
const valueText = (value) => data.values[value];

function letters(i) {                            // a ... z, aa ...
  let name = "";
  for (let rest = i + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(97 + (rest - 1) % 26) + name;
  return name;
}

const pen = document.createElement("canvas").getContext("2d");
const widths = new Map();
function widthOf(text, size, bold) {
  const key = `${bold ? "b" : ""}${size} ${text}`;
  if (!widths.has(key)) {
    pen.font = `${bold ? "bold " : ""}${size}px "Helvetica Neue", Helvetica, Arial, "DejaVu Sans", sans-serif`;
    widths.set(key, pen.measureText(text).width);
  }
  return widths.get(key);
}

// ---- An iteration of the search ---------------------------------------------------------------------

// Nodes are in breadth-first order: siblings are consecutive, and the index of a node gives its name.
function prepare(raw) {
  const n = raw.kids.length, first = new Int32Array(n), parent = new Int32Array(n).fill(-1);
  const total = new Float64Array(n), path = new Uint8Array(n), open = new Uint8Array(n);
  let next = 1;
  for (let i = 0; i < n; i++) {
    first[i] = next;
    for (let k = 0; k < raw.kids[i]; k++) parent[next++] = i;
  }
  for (let i = n - 1; i >= 0; i--) {
    const more = raw.more[i] ?? 0;
    total[i] += more < 0 ? Infinity : more;
    if (i) total[parent[i]] += 1 + total[i];
  }
  for (let i = 0; raw.best[i] >= 0; path[i] = 1) { path[0] = 1; i = first[i] + raw.best[i]; }
  const t = {...raw, n, first, parent, total, path, open};
  makeEvents(t);
  return t;
}

const ENTER = 0, CUT = 1, LEAVE = 2;

// The events in order: a node is entered, its remaining children are cut off, it returns a value.
function makeEvents(t) {
  const what = [], node = [], stack = [0], at = new Int32Array(t.n);
  t.enterAt = new Int32Array(t.n); t.leaveAt = new Int32Array(t.n); t.cutAt = new Int32Array(t.n);
  const happens = (kind, i, times) => { what.push(kind); node.push(i); times[i] = what.length; };
  happens(ENTER, 0, t.enterAt);
  while (stack.length) {
    const i = stack[stack.length - 1], child = t.first[i] + at[i];
    if (at[i] < t.kids[i] && t.known[child] !== UNSEEN) {
      at[i]++;
      happens(ENTER, child, t.enterAt);
      stack.push(child);
    } else {
      if (at[i] < t.kids[i]) happens(CUT, i, t.cutAt);
      if (t.known[i] !== UNFINISHED) happens(LEAVE, i, t.leaveAt);
      stack.pop();
    }
  }
  t.what = Uint8Array.from(what); t.node = Int32Array.from(node);
}

const passes = data.passes.map(prepare);
let tree = passes[0], step = tree.what.length, chosen = 0, pointed = -1, playing = 0;
const view = {x: 0, y: 0, scale: 1};

const kidsOf = (i) => { const list = []; for (let k = 0; k < tree.kids[i]; k++) list.push(tree.first[i] + k); return list; };
const here = () => step > 0 && step < tree.what.length ? tree.node[step - 1] : -1;
const came = (i) => tree.enterAt[i] > 0 && tree.enterAt[i] <= step;          // entered before this step
const left = (i) => tree.leaveAt[i] > 0 && tree.leaveAt[i] <= step;
const gone = (i) => tree.known[i] === UNSEEN && isCut(i);
const isCut = (i) => { while (!tree.cutKind[i]) if ((i = tree.parent[i]) < 0) return false; return tree.cutAt[tree.parent[i]] <= step; };
const done = () => step === tree.what.length;
const onPath = (i) => tree.path[i] && left(0);

// The value as displayed: for the side to move, if data.mover is set.
function shown(i) {
  const over = isOver(tree.turn[i]), max = over && i ? tree.turn[tree.parent[i]] === MIN : tree.turn[i] === MAX;
  return data.mover && !max ? -tree.value[i] : tree.value[i];
}

// The bound that the children searched so far give to an unfinished node.
function soFar(i) {
  let best = null;
  if (tree.turn[i] === CHANCE) return null;      // an expected value needs all children
  for (const c of kidsOf(i)) {
    if (!left(c) || tree.known[c] === (tree.turn[i] === MAX ? AT_MOST : AT_LEAST)) continue;
    if (best === null || (tree.turn[i] === MAX ? tree.value[c] > best : tree.value[c] < best)) best = tree.value[c];
  }
  return best;
}

// A static evaluation at the depth limit: not over, and no children.
const isStatic = (i) => !isOver(tree.turn[i]) && !tree.kids[i] && tree.known[i] === 0;

function textOf(i) {
  if (!came(i)) return "";
  if (left(i)) return (tree.known[i] === AT_MOST ? "≤ " : tree.known[i] === AT_LEAST ? "≥ " : isStatic(i) ? "≈ " : "") + valueText(shown(i));
  if (done()) return "?";
  const best = soFar(i);
  if (best === null || data.mover) return "…";
  return (tree.turn[i] === MAX ? "≥ " : "≤ ") + valueText(best);
}

const bounds = (i) => [`α ${valueText(tree.alpha[i])}`, `β ${valueText(tree.beta[i])}`];
const windowOf = (i) => tree.alpha && came(i) ? bounds(i) : null;

// ---- Layout: Reingold and Tilford's contours ------------------------------------------------------

let boxes = [], rows = 0, breadth = 0, drop = DROP, spacing = GAP;

function isOpen(i) { return tree.kids[i] > 0 && (tree.open[i] || lent.has(i)); }
let lent = new Set();                            // open only while the current step is below

// The size of a node does not depend on the step, so that nothing moves while stepping.
function measure(box) {
  const i = box.i, half = (tree.path[i] ? RING : 0) + (tree.turn[i] === 4 ? POINT : 0);
  const seen = tree.known[i] <= AT_LEAST, inner = isStatic(i) || (tree.kids[i] && !data.mover);
  box.width = Math.max(NODE, seen ? widthOf((inner ? "≤ " : "") + valueText(shown(i)), 15, true) + 16 : 0);
  box.label = i ? widthOf(data.moves[tree.move[i]], 14, true) + 8 : 0;
  const range = tree.alpha && tree.visit[i] ? bounds(i) : null, beside = range ? Math.max(widthOf(range[0], 11), widthOf(range[1], 11)) + 5 : 0;
  const visit = data.steps && tree.visit[i] ? widthOf("#" + tree.visit[i], 11) : 0;
  box.left = Math.max(box.width / 2 + half + 6 + Math.max(visit, widthOf(letters(i), 14)), box.label / 2);
  box.right = Math.max(box.width / 2 + half + beside, box.label / 2, tree.cutKind[i] ? 34 : 0);
  box.pill = !isOpen(i) && tree.total[i] ? widthOf("+" + number(tree.total[i]), 12) + 16 : 0;
}

function layout() {
  boxes = [{i: 0, level: 0, up: null, kids: []}];
  rows = 1;
  for (let b = 0; b < boxes.length; b++) {
    const box = boxes[b];
    measure(box);
    if (box.level >= rows) rows = box.level + 1;
    if (isOpen(box.i))
      for (const c of kidsOf(box.i)) {
        const kid = {i: c, level: box.level + 1, up: box, kids: []};
        box.kids.push(kid);
        boxes.push(kid);
      }
  }
  const shape = svg.clientWidth / Math.max(1, svg.clientHeight), height = rows * NODE + (rows - 1) * DROP + HANG;
  spacing = GAP;
  placeAll();
  for (let tries = 0; tries < 3 && boxes.length < 200 && breadth < 0.9 * shape * height && spacing < 80; tries++) {
    spacing = Math.min(80, spacing * Math.max(1.2, Math.min(3, shape * height / breadth)));
    placeAll();
  }
  const cuts = boxes.some((box) => tree.cutKind[box.i]);
  drop = Math.max(DROP, Math.min(230, (0.95 * breadth / shape - HANG - NODE) / Math.max(1, rows - 1) - NODE));
  for (const box of boxes) box.y = box.level * (NODE + drop) + NODE / 2 + RING;
  for (const box of boxes) box.straight = goesStraight(box, cuts ? CUT_STUB : STUB);
}

function placeAll() {
  for (let b = boxes.length - 1; b >= 0; b--) place(boxes[b]);
  let least = 0, most = 0;
  for (const box of boxes) {
    box.x = (box.up ? box.up.x : 0) + box.shift;
    least = Math.min(least, box.x - box.left);
    most = Math.max(most, box.x + box.right);
  }
  for (const box of boxes) box.x -= least;
  breadth = most - least;
}

// Contours are stored from the deepest level up, so that a child's can become its parent's.
function place(box) {
  const kids = box.kids;
  box.shift = 0;
  if (!kids.length) {                            // its folded subtree takes room in the next row
    box.outline = box.pill ? {left: [-box.pill / 2, -box.left], right: [box.pill / 2, box.right]} : {left: [-box.left], right: [box.right]};
    return;
  }
  kids[0].shift = 0;
  let sum = kids[0].outline;
  for (let k = 1; k < kids.length; k++) {
    const own = kids[k].outline;
    let x = 0;
    for (let d = 1, n = Math.min(sum.right.length, own.left.length); d <= n; d++)
      x = Math.max(x, sum.right[sum.right.length - d] - own.left[own.left.length - d] + spacing);
    kids[k].shift = x;
    sum = merge(sum, own, x);
  }
  spread(kids);
  const middle = (kids[0].shift + kids[kids.length - 1].shift) / 2;
  sum = null;
  for (const kid of kids) {
    kid.shift -= middle;
    sum = sum ? merge(sum, kid.outline, kid.shift) : moved(kid.outline, kid.shift);
    kid.outline = null;
  }
  sum.left.push(-box.left); sum.right.push(box.right);
  box.outline = sum;
}

const moved = (o, x) => ({left: o.left.map((v) => v + x), right: o.right.map((v) => v + x)});

function merge(a, b, x) {                        // b is shifted by x relative to a
  const left = [], right = [], la = a.left.length, lb = b.left.length;
  for (let d = 1; d <= Math.max(la, lb); d++) {
    left.push(d <= la ? (d <= lb ? Math.min(a.left[la - d], b.left[lb - d] + x) : a.left[la - d]) : b.left[lb - d] + x);
    right.push(d <= lb ? (d <= la ? Math.max(b.right[lb - d] + x, a.right[la - d]) : b.right[lb - d] + x) : a.right[la - d]);
  }
  return {left: left.reverse(), right: right.reverse()};
}

// Spreads leaves between two wide subtrees evenly.
function spread(kids) {
  for (let a = 0; a < kids.length - 1;) {
    let b = a + 1;
    while (b < kids.length - 1 && !kids[b].kids.length && !kids[b].pill) b++;
    let room = 0;
    for (let k = a + 1; k <= b; k++) room += kids[k - 1].right + spacing + kids[k].left;
    const extra = kids[b].shift - kids[a].shift - room;
    let x = kids[a].shift;
    for (let k = a + 1; k < b && extra > 1; k++) {
      x += kids[k - 1].right + spacing + kids[k].left + extra / (b - a);
      kids[k].shift = x;
    }
    a = b;
  }
}

function goesStraight(box, stub) {
  const kids = box.kids;
  box.stub = stub;
  for (let k = 0; k < kids.length; k++) {
    const dx = kids[k].x - box.x, side = dx < 0 ? 1 : -1;
    if (k) {
      const apart = kids[k].x - kids[k - 1].x;
      if (apart * LABEL_AT < (kids[k].label + kids[k - 1].label) / 2 + 6) return false;
      if (tree.cutKind[kids[k].i] && apart * CUT_AT < 40) return false;
    }
    for (let inner = k + side; inner >= 0 && inner < kids.length; inner += side) {
      let near = kids[inner].x - box.x;
      if (near * dx <= 0) break;
      near += side > 0 ? -kids[inner].left - 4 : kids[inner].right + 4;
      if (drop * (1 - near / dx) < 10) return false;
    }
  }
  return true;
}

// ---- Drawing -----------------------------------------------------------------------------------------

const r1 = (v) => Math.round(v * 10) / 10;
const halfOf = (box) => NODE / 2 + (onPath(box.i) ? RING : 0);

function edgeClass(i) { return gone(i) ? "unseen" : !came(i) ? "ghost" : onPath(i) ? "best" : ""; }

function drawEdge(box) {
  const up = box.up, y0 = up.y + halfOf(up), y1 = box.y - halfOf(box);
  if (up.straight) return `<path class="edge ${edgeClass(box.i)}" d="M${r1(up.x)} ${r1(y0)}L${r1(box.x)} ${r1(y1)}"/>`;
  const bend = box.y - NODE / 2 - up.stub, dx = box.x - up.x, dy = bend - y0, back = 10 / Math.max(10, Math.hypot(dx, dy));
  return `<path class="edge ${edgeClass(box.i)}" d="M${r1(up.x)} ${r1(y0)}L${r1(box.x - dx * back)} ${r1(bend - dy * back)}` +
    `Q${r1(box.x)} ${r1(bend)} ${r1(box.x)} ${r1(bend + 10)}V${r1(y1)}"/>`;
}

function onEdge(box, share, above) {
  const up = box.up, y0 = up.y + halfOf(up), y1 = box.y - halfOf(box);
  return up.straight ? [up.x + (box.x - up.x) * share, y0 + (y1 - y0) * share] : [box.x, box.y - NODE / 2 - above];
}

function drawMove(box) {
  const [x, y] = onEdge(box, LABEL_AT, STUB / 2), w = box.label - 4;
  return `<g class="move ${edgeClass(box.i)}"><rect x="${r1(x - w / 2)}" y="${r1(y - 9)}" width="${r1(w)}" height="18" rx="5"/>` +
    `<text x="${r1(x)}" y="${r1(y + 5)}">${escape(data.moves[tree.move[box.i]])}</text></g>`;
}

function drawCut(box) {
  if (!tree.cutKind[box.i] || !gone(box.i)) return "";
  const [x, y] = onEdge(box, CUT_AT, (STUB + CUT_STUB) / 2 - 4);
  return `<g class="cut"><title>${escape(tree.reason[box.up.i])}</title>` +
    `<path d="M${r1(x - 8)} ${r1(y - 0.3)}l16 -5M${r1(x - 8)} ${r1(y + 5.3)}l16 -5"/>` +
    `<text x="${r1(x + 12)}" y="${r1(y + 6)}">${tree.cutKind[box.i] === 1 ? "α" : "β"}</text></g>`;
}

function drawArc(box) {
  if (tree.turn[box.i] !== MIN || box.kids.length < 2) return "";
  const point = (kid) => {
    const y0 = box.y + halfOf(box), dx = kid.x - box.x;
    const dy = box.straight ? kid.y - halfOf(kid) - y0 : kid.y - NODE / 2 - box.stub - y0, length = Math.hypot(dx, dy);
    return `${r1(box.x + dx / length * ARC)} ${r1(y0 + dy / length * ARC)}`;
  };
  return `<path class="arc ${came(box.i) ? "" : "dim"}" d="M${point(box.kids[0])}A${ARC} ${ARC} 0 0 0 ${point(box.kids[box.kids.length - 1])}"/>`;
}

function shape(turn, width, height, name) {
  if (turn === 4)
    return `<path class="${name}" d="M${-width / 2 - POINT} 0l10 ${-height / 2}h${width + 2 * POINT - 20}l10 ${height / 2}l-10 ${height / 2}h${20 - 2 * POINT - width}z"/>`;
  if (turn === CHANCE)
    return `<path class="${name}" d="M${r1(-width / 2)} ${-height / 4}l${r1(width / 2)} ${-height / 4}l${r1(width / 2)} ${height / 4}v${height / 2}` +
      `l${r1(-width / 2)} ${height / 4}l${r1(-width / 2)} ${-height / 4}z"/>`;
  const round = turn === MAX || turn === 2 ? height / 2 : 2;
  return `<rect class="${name}" x="${r1(-width / 2)}" y="${-height / 2}" width="${r1(width)}" height="${height}" rx="${round}"/>`;
}

function drawNode(box) {
  const i = box.i, turn = tree.turn[i], w = box.width, half = w / 2 + (onPath(i) ? RING : here() === i ? RING + 3 : 0) + (turn === 4 ? POINT : 0);
  const range = windowOf(i), numbered = data.steps && tree.visit[i] && came(i), text = textOf(i);
  const state = gone(i) ? "unseen" : came(i) ? "" : "ghost";
  let s = `<g class="node ${TURNS[turn]} ${state}${tree.probed?.[i] ? " probed" : ""}" id="n${i}" data-i="${i}" role="treeitem" ` +
    `aria-label="${escape(letters(i) + " " + text)}"${tree.kids[i] ? ` aria-expanded="${isOpen(i)}"` : ""} ` +
    `transform="translate(${r1(box.x)} ${r1(box.y)})">`;
  if (here() === i) s += shape(turn, w + 11, NODE + 11, "halo");
  if (chosen === i) s += shape(turn, w + 22, NODE + 22, "chosen");
  if (onPath(i)) s += shape(turn, w + 2 * RING, NODE + 2 * RING, "ring");
  s += shape(turn, w, NODE, "shape");
  s += `<text class="value${came(i) && !left(i) ? " so-far" : ""}" y="5.5">${escape(text)}</text>`;
  s += `<text class="name" x="${r1(-half - 4)}" y="${numbered ? -1 : 5}">${letters(i)}</text>`;
  if (numbered) s += `<text class="step" x="${r1(-half - 4)}" y="12">#${tree.visit[i]}</text>`;
  if (range)
    s += `<text class="window" x="${r1(half + 4)}" y="-3">${escape(range[0])}</text>` +
      `<text class="window" x="${r1(half + 4)}" y="10">${escape(range[1])}</text>`;
  if (box.pill) {
    const label = "+" + number(tree.total[i]), pill = box.pill, y = halfOf(box);
    s += `<path class="hang" d="M0 ${y + 2}V${NODE / 2 + HANG - 20}"/><g class="more"><rect x="${r1(-pill / 2)}" y="${NODE / 2 + HANG - 20}" ` +
      `width="${r1(pill)}" height="20" rx="10"/><text y="${NODE / 2 + HANG - 5.5}">${label}</text></g>`;
  }
  return s + "</g>";
}

const svg = byId("tree");

function draw() {
  const w = svg.clientWidth / view.scale, h = svg.clientHeight / view.scale;
  const inSight = (box) => box.x + box.right + 60 > view.x && box.x - box.left - 60 < view.x + w && box.y + 140 > view.y && box.y - 140 < view.y + h;
  // A branch can be visible although neither end is.
  const branch = (box) => Math.max(box.x, box.up.x) > view.x && Math.min(box.x, box.up.x) < view.x + w &&
    box.y > view.y && box.up.y < view.y + h;
  const all = boxes.length <= CULL_FROM, seen = all ? boxes : boxes.filter(inSight);
  const branches = (all ? boxes : boxes.filter((box) => box.up && branch(box))).filter((box) => box.up);
  const best = (box) => onPath(box.i);
  let s = "";
  for (const box of branches) if (!best(box)) s += drawEdge(box);
  for (const box of branches) if (best(box)) s += drawEdge(box);
  for (const box of seen) s += drawArc(box);
  for (const box of branches) s += drawMove(box) + drawCut(box);
  for (const box of seen) s += drawNode(box);
  svg.innerHTML = `<g id="all">${s}</g>`;
  aim();
}

function aim() {
  byId("all")?.setAttribute("transform", `translate(${r1(-view.x * view.scale)} ${r1(-view.y * view.scale)}) scale(${view.scale})`);
  svg.setAttribute("aria-activedescendant", "n" + chosen);
}

const moveView = () => boxes.length > CULL_FROM ? later() : aim();
let waiting = false;
function later() { if (!waiting) { waiting = true; requestAnimationFrame(() => { waiting = false; draw(); }); } }

function fit() {
  const w = breadth + 60, h = rows * NODE + (rows - 1) * drop + HANG + 50;
  view.scale = Math.max(0.05, Math.min(1.25, svg.clientWidth / w, svg.clientHeight / h));
  view.x = breadth / 2 - svg.clientWidth / view.scale / 2;
  view.y = -Math.max(16, (svg.clientHeight / view.scale - h) / 2.5);
  later();
}

function zoom(factor, cx = svg.clientWidth / 2, cy = svg.clientHeight / 2) {
  const scale = Math.max(0.03, Math.min(3, view.scale * factor));
  view.x += cx / view.scale - cx / scale;
  view.y += cy / view.scale - cy / scale;
  view.scale = scale;
  moveView();
}

// Scrolls as little as necessary to show a node; zooms in if it is hardly readable.
function reveal(i) {
  const box = boxes.find((b) => b.i === i);
  if (!box) return;
  if (view.scale < 0.45) { view.scale = 0.7; view.x = box.x - svg.clientWidth / view.scale / 2; view.y = box.y - svg.clientHeight / view.scale / 2; }
  const w = svg.clientWidth / view.scale, h = svg.clientHeight / view.scale;
  view.x = Math.min(box.x - box.left - 40, Math.max(view.x, box.x + box.right + 40 - w));
  view.y = Math.min(box.y - 90, Math.max(view.y, box.y + 120 - h));
}

// Redraws everything; the node keeps its position on the screen.
function redraw(keep = -1) {
  const before = boxes.find((b) => b.i === keep), place = before && {x: before.x - view.x, y: before.y - view.y};
  layout();
  const after = place && boxes.find((b) => b.i === keep);
  if (after) { view.x = after.x - place.x; view.y = after.y - place.y; }
  draw();
  tell();
}

// ---- Opening and closing ---------------------------------------------------------------------------------

function toggle(i) {
  if (!tree.kids[i]) return;
  tree.open[i] = isOpen(i) ? 0 : 1;
  lent.delete(i);
  redraw(i);
}

// Opens the principal variation, then level by level up to the limit.
function openSome(most) {
  tree.open.fill(0);
  let count = 1;
  const openOne = (i) => { if (!tree.open[i] && tree.kids[i]) { tree.open[i] = 1; count += tree.kids[i]; } };
  for (let i = 0; ; i = tree.first[i] + tree.best[i]) { openOne(i); if (tree.best[i] < 0) break; }
  for (let level = [0]; level.length;) {
    const next = [];
    for (const i of level) {
      if (count + tree.kids[i] <= most) openOne(i);
      if (tree.open[i]) for (const c of kidsOf(i)) next.push(c);
    }
    level = next;
  }
  return count;
}

function openTo(i) { while ((i = tree.parent[i]) >= 0) tree.open[i] = 1; }

function openAll() {
  const count = openSome(OPEN_MOST);
  lent.clear();
  redraw();
  fit();
  if (count < tree.n) byId("narration").textContent = word("opened", {n: number(count), all: number(tree.n)});
}

function closeAll() {
  tree.open.fill(0);
  lent.clear();
  chosen = 0;
  redraw();
  fit();
}

function openBest() {
  openSome(0);
  lent.clear();
  redraw();
  fit();
}

// ---- Descriptions --------------------------------------------------------------------------------

function whose(i) { return data.turns[tree.turn[i]]; }

const boardSize = (board) => Math.max(8, Math.min(14, 322 / 0.61 / Math.max(...board.split("\n").map((line) => line.length))));

function about(i) {
  const list = [], put = (key, text) => list.push(`<dt>${escape(word(key))}</dt><dd>${escape(text)}</dd>`);
  if (i) put("move", data.moves[tree.move[i]]);
  if (tree.position) put("position", tree.position[i]);
  if (came(i)) put("value", textOf(i) || "?");
  const range = windowOf(i);
  if (range) put("window", range.join(", "));
  if (tree.visit[i]) put("visit", "#" + tree.visit[i]);
  else put("visit", word("never"));
  if (tree.total[i]) put("below", number(tree.total[i]));
  const cut = tree.cutKind[i] ? tree.reason[tree.parent[i]] : tree.reason[i];
  const known = cut && (tree.cutKind[i] ? gone(i) : tree.cutAt[i] <= step);
  byId("about").innerHTML = `<h2><i>${letters(i)}</i>: ${escape(whose(i))}</h2><dl>${list.join("")}</dl>` +
    (known ? `<p class="why">${escape(cut)}</p>` : "") + (tree.picture ? `<div class="board">${tree.picture[i]}</div>` : "") +
    (tree.board ? `<pre style="font-size:${boardSize(tree.board[i])}px">${escape(tree.board[i])}</pre>` : "");
}

// The step in words.
function describeStep() {
  if (step === 0) return word("begin");
  if (done()) return data.stopped ? word("stopped") : word("finished", {node: "a", value: textOf(0)});
  const i = tree.node[step - 1], name = letters(i), up = tree.parent[i];
  switch (tree.what[step - 1]) {
  case ENTER: {
    const range = windowOf(i);
    return word(range ? "enter_window" : "enter", {node: name, whose: whose(i), window: range?.join(", ")});
  }
  case CUT: return tree.reason[i];
  default: {
    const seen = kidsOf(i).some(came), text = textOf(i);
    const back = up >= 0 && soFar(up) !== null && !data.mover ? word("so_far", {node: letters(up), value: textOf(up)}) : "";
    return word(seen ? "leave" : "leaf", {node: name, value: text}) + back;
  }
  }
}

function tell() {
  about(pointed >= 0 ? pointed : here() >= 0 ? here() : chosen);
  byId("narration").textContent = describeStep();
  byId("count").textContent = word("step", {n: number(step), all: number(tree.what.length)});
  byId("slider").value = step;
}

// ---- Steps ----------------------------------------------------------------------------------------------------

function goTo(n) {
  step = Math.max(0, Math.min(tree.what.length, n));
  lent = new Set();
  const i = here();
  for (let up = i; i >= 0 && (up = tree.parent[up]) >= 0;) lent.add(up);
  if (i >= 0 && tree.what[step - 1] === CUT) lent.add(i);
  if (i >= 0) chosen = i;
  redraw();
  if (i >= 0) { reveal(i); draw(); }
}

function play() {
  if (playing) { clearInterval(playing); playing = 0; }
  else {
    if (done()) step = 0;
    playing = setInterval(() => { if (done()) play(); else goTo(step + 1); }, tree.what.length > 200 ? 350 : 900);
  }
  buttons.play.innerHTML = icon(playing ? "pause" : "play");
  buttons.play.title = word(playing ? "pause" : "play");
  buttons.play.setAttribute("aria-label", buttons.play.title);
}

// ---- The page ---------------------------------------------------------------------------------------------------

const buttons = {};
const ICONS = {
  begin: "M3 3h2v10h-2zM14 3v10l-8 -5z", back: "M12 3v10l-8 -5z", play: "M4 2v12l10 -6z", pause: "M4 3h3v10h-3zM9 3h3v10h-3z",
  on: "M4 3v10l8 -5z", end: "M2 3v10l8 -5zM11 3h2v10h-2z",
};
const icon = (name) => `<svg width="16" height="16" viewBox="0 0 16 16"><path d="${ICONS[name]}" fill="currentColor"/></svg>`;
function button(where, name, label, title, run) {
  const b = document.createElement("button");
  if (ICONS[name]) b.innerHTML = icon(name); else b.textContent = label;
  b.type = "button"; b.title = title; b.setAttribute("aria-label", title);
  b.addEventListener("click", run);
  buttons[name] = b;
  byId(where).append(b);
}
function gap(where) { const s = document.createElement("span"); s.className = "gap"; byId(where).append(s); }

function showPass(n) {
  tree = passes[n];
  chosen = 0; pointed = -1; lent = new Set();
  step = tree.what.length;
  byId("slider").max = tree.what.length;
  passes.forEach((_, k) => buttons["pass" + k]?.setAttribute("aria-pressed", k === n));
  // Without a given number: as many nodes as are readable at once.
  for (let most = data.open; !tree.begun; most = Math.floor(most * 0.8)) {
    openSome(most);
    layout();
    fit();
    tree.begun = !data.fewer || view.scale >= READABLE || most < 12;
  }
  redraw();
  fit();
}

const KEY_SIGNS = {
  max: () => shape(0, 20, 20, "shape"), min: () => shape(1, 20, 20, "shape"), won: () => shape(2, 20, 20, "shape"),
  lost: () => shape(3, 20, 20, "shape"), drawn: () => shape(4, 20, 20, "shape"), chance: () => shape(CHANCE, 20, 20, "shape"),
  best: () => `<path class="edge best" d="M-15 0h30"/>`,
  limits: () => `<text class="value" y="5">≤ ≥</text>`, evaluated: () => `<text class="value" y="5">≈</text>`, window: () => `<text class="value" y="5" style="font-weight:normal">α β</text>`,
  cut: () => `<path class="edge unseen" d="M-16 0h32"/><g class="cut"><path d="M-6 7l5 -14m2 14l5 -14"/></g>`,
  folded: () => `<g class="more"><rect x="-16" y="-9" width="32" height="18" rx="9"/><text y="4">+12</text></g>`,
  step: () => `<text class="value" y="5" style="font-weight:normal">#1</text>`,
  unfinished: () => `<text class="value" y="5">?</text>`, mover: () => `<text class="value" y="5">±</text>`, probed: () => shape(1, 24, 18, "shape"),
};

function setUp() {
  byId("title").textContent = data.title;
  byId("heading").textContent = data.heading;
  byId("summary").textContent = data.summary;
  svg.setAttribute("aria-label", data.heading);
  for (const [name, text] of data.keys) {
    const li = document.createElement("li");
    li.innerHTML = `<svg width="36" height="26" viewBox="-18 -13 36 26"><g class="node ${name}">${KEY_SIGNS[name]()}</g></svg><span>${escape(text)}</span>`;
    byId("keys").append(li);
  }
  if (passes.length > 1) {
    passes.forEach((pass, n) => button("tools", "pass" + n, pass.caption, pass.caption, () => showPass(n)));
    gap("tools");
  }
  button("tools", "all", word("open_all"), word("open_all"), openAll);
  button("tools", "none", word("close_all"), word("close_all"), closeAll);
  button("tools", "best", word("best_path"), word("best_path"), openBest);
  gap("tools");
  button("tools", "out", "−", word("smaller"), () => zoom(1 / 1.25));
  button("tools", "in", "+", word("larger"), () => zoom(1.25));
  button("tools", "fit", word("fit"), word("fit"), fit);
  button("steps", "begin", "", word("first_step"), () => goTo(0));
  button("steps", "back", "", word("step_back"), () => goTo(step - 1));
  button("steps", "play", "", word("play"), play);
  button("steps", "on", "", word("step_on"), () => goTo(step + 1));
  button("steps", "end", "", word("last_step"), () => goTo(tree.what.length));
  const slider = document.createElement("input");
  Object.assign(slider, {type: "range", id: "slider", min: 0, step: 1});
  slider.setAttribute("aria-label", word("steps"));
  slider.addEventListener("input", () => goTo(+slider.value));
  const count = document.createElement("span");
  count.id = "count";
  byId("steps").append(slider, count);
}

const nodeAt = (target) => { const g = target.closest?.(".node"); return g && svg.contains(g) ? +g.dataset.i : -1; };

function listen() {
  let drag = null;
  svg.addEventListener("pointerdown", (e) => { drag = {x: e.clientX, y: e.clientY, moved: false, i: nodeAt(e.target)}; });
  svg.addEventListener("pointermove", (e) => {
    if (drag && e.buttons) {
      const dx = e.clientX - drag.x, dy = e.clientY - drag.y;
      if (!drag.moved && Math.hypot(dx, dy) < 4) return;
      if (!drag.moved) svg.setPointerCapture(e.pointerId);
      drag.moved = true; drag.x = e.clientX; drag.y = e.clientY;
      svg.classList.add("drag");
      view.x -= dx / view.scale; view.y -= dy / view.scale;
      moveView();
      return;
    }
    const i = nodeAt(e.target);
    if (i !== pointed) { pointed = i; tell(); }
  });
  svg.addEventListener("pointerleave", () => { if (pointed >= 0) { pointed = -1; tell(); } });
  svg.addEventListener("pointerup", () => {
    if (drag && !drag.moved && drag.i >= 0) { chosen = drag.i; if (tree.kids[chosen]) toggle(chosen); else redraw(chosen); }
    drag = null;
    svg.classList.remove("drag");
  });
  svg.addEventListener("wheel", (e) => {
    e.preventDefault();
    const box = svg.getBoundingClientRect();
    zoom(Math.exp(-Math.max(-60, Math.min(60, e.deltaY)) / 250), e.clientX - box.left, e.clientY - box.top);
  }, {passive: false});
  svg.addEventListener("keydown", onKey);
  window.addEventListener("resize", later);
}

function onKey(e) {
  const kids = kidsOf(chosen), siblings = chosen ? kidsOf(tree.parent[chosen]) : [0], at = siblings.indexOf(chosen);
  const go = (i) => { if (i >= 0 && i < tree.n) { chosen = i; pointed = -1; openTo(i); redraw(); reveal(i); draw(); } };
  const keys = {
    ArrowDown: () => kids.length && go(kids[0]),
    ArrowUp: () => chosen && go(tree.parent[chosen]),
    ArrowRight: () => at + 1 < siblings.length && go(siblings[at + 1]),
    ArrowLeft: () => at > 0 && go(siblings[at - 1]),
    Home: () => go(0),
    Enter: () => toggle(chosen), " ": () => toggle(chosen),
    "+": () => zoom(1.25), "-": () => zoom(1 / 1.25), 0: fit,
    ".": () => goTo(step + 1), ",": () => goTo(step - 1),
  };
  if (!keys[e.key] || e.ctrlKey || e.metaKey || e.altKey) return;
  e.preventDefault();
  keys[e.key]();
}

// A link can lead to a step or a node: #step=12, #node=f, #open=all.
function follow() {
  const at = new URLSearchParams(location.hash.slice(1));
  if (at.has("pass") && passes[+at.get("pass") - 1]) showPass(+at.get("pass") - 1);
  if (at.get("open") === "all") openAll();
  if (at.has("step")) goTo(Math.trunc(+at.get("step")) || 0);
  if (at.has("node")) {
    const i = Array.from({length: Math.min(tree.n, 20000)}, (_, k) => k).find((k) => letters(k) === at.get("node"));
    if (i !== undefined) { chosen = i; openTo(i); redraw(); reveal(i); draw(); }
  }
}

setUp();
listen();
showPass(0);
if (data.steps) goTo(0);
follow();
window.addEventListener("hashchange", follow);
})();
