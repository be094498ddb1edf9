const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Seconds as a reader wants them: "0.4 s", "12.0 s", "3 min 05 s". */
export function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

/** Milliseconds since now, by a clock that nobody sets. */
export function stopwatch() {
  const start = process.hrtime.bigint();
  return () => Number(process.hrtime.bigint() - start) / 1e6;
}

/**
 * A line that says what goes on. On a terminal it turns and is rewritten in place; elsewhere nothing is
 * shown until `print`, so that logs hold whole lines only.
 */
export function statusLine(stream = process.stdout) {
  const live = Boolean(stream.isTTY) && process.env.TERM !== 'dumb';
  let text = '';
  let turn = 0;
  let timer;
  const wipe = () => live && stream.write('\r\x1b[2K');
  const draw = () => {
    if (!live || text === '') return;
    const line = `${frames[turn++ % frames.length]} ${text}`;
    wipe();
    stream.write(line.slice(0, Math.max(10, (stream.columns || 80) - 1)));
  };
  return {
    set(next) {
      text = next;
      if (live) timer ??= setInterval(draw, 100);
    },
    print(line) {
      wipe();
      stream.write(`${line}\n`);
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
      if (text !== '') wipe();
      text = '';
    },
  };
}
