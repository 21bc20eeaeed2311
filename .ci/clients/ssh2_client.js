// A client made with ssh2 of npm; see client.go for what it is told.
const fs = require("fs");
const { Client } = require("ssh2");

const [host, port, username, how, value, command] = process.argv.slice(2);
const client = new Client();
const attach = (error, stream) => {
  if (error) throw error;
  let status = 255;
  stream.on("exit", (code) => (status = code));
  stream.on("close", () => {
    client.end();
    process.exitCode = status;
    process.stdin.destroy();
  });
  stream.pipe(process.stdout);
  stream.stderr.pipe(process.stderr);
  process.stdin.pipe(stream);
};
client.on("keyboard-interactive", (name, instructions, lang, prompts, finish) => finish(prompts.map(() => "")));
client.on("ready", () => {
  if (command) client.exec(command, attach);
  else client.shell({ term: "xterm-256color", rows: 24, cols: 80 }, attach);
});
client.on("error", (error) => {
  console.error(error.message);
  process.exit(255);
});
const ways = {
  key: () => ({ privateKey: fs.readFileSync(value) }),
  password: () => ({ password: value }),
  nothing: () => ({ tryKeyboard: true }),
};
client.connect({ host, port: Number(port), username, ...ways[how]() });
