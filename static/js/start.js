// A table's page, put together: what happens after each picture, and after each painted stage.

let readyFor = ""; // the deal for which our seed was sent

/** The deal waits for a seed of ours; the page shows the commitment before it sends one. */
const sendSeed = async () => {
  const { table: state, deal, pressesReady } = picture();
  if (state !== "waiting" || pressesReady === "yes" || !mySeats.length || readyFor === deal) return;
  readyFor = deal;
  const { status } = await post(address("ready"), { seed: hex(16) }, { tries: 4 });
  if ((status === 0 || status >= 500) && readyFor === deal) {
    readyFor = "";
    setTimeout(sendSeed, 1000); // a table that waits sends no picture that would ask again
  }
};

/** Home's *Continue* is a link, and a GET changes nothing: the page itself asks to go on. */
const goOn = () => {
  if (location.hash !== "#continue" || !mySeats.length) return;
  history.replaceState(null, "", location.pathname);
  if (picture().table === "paused") post(address("resume"), {}, { tries: 3 });
};

let freeing = false;

/** With one button there is no Reveal to press: this person's cards are turned for them. */
const turnForOneButton = async () => {
  const turned = () => picture().autos.split(" ").includes(String(mySeats[0]));
  if (settings.hand !== "one" || !playing() || turned() || mySeats.length !== 1 || freeing) return;
  freeing = true;
  await post(address("auto"), { on: "yes" }, { tries: 3 });
  freeing = false;
};

const onPainted = () => {
  notice("");
  startBar();
  drawReveal();
  announceCard();
  hearCard();
};

const onPicture = () => {
  paint(onPainted);
  checkBar();
  drawReveal();
  drawDialogs();
  drawResult();
  drawTime();
  announce();
  drawRoom();
  hearNews();
  stayAwake();
  sendSeed();
  goOn();
  turnForOneButton();
};

if (table) {
  drawReveal();
  drawDialogs();
  if (wasOver) askForParts();
  listenToHands();
  listenToDialogs();
  listenToQuestions();
  listenToRoom();
  drawSound();
  drawTime();
  byId("sound").addEventListener("click", toggleSound);
  followStream(onPicture);
  if (mySeats.length) watchClock();
  table.addEventListener("htmx:response:error", (event) => {
    if (event.target !== table) notice(event.detail.ctx.text);
    if (event.target.closest("#sheet")) say("sheet-problem", event.detail.ctx.text);
  });
}
