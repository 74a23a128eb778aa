//! A browser without a window, told what to do by the protocol of its developer tools over two
//! pipes: each message is JSON and ends with a zero byte. No port, no driver, no other program.

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// What browsers of this family are called.
const NAMES: [&str; 5] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/// The browser of this machine.
pub(super) fn installed() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&path);
    places.find_map(|place| NAMES.iter().map(|name| place.join(name)).find(|it| it.is_file()))
}

/// A browser with one page.
pub(super) struct Browser {
    process: Child,
    commands: ChildStdin,
    messages: Receiver<Value>,
    session: Option<String>,
    last: u64,
    /// What the page reported and nobody has asked for.
    events: VecDeque<Value>,
}

impl Browser {
    /// Starts it; all it writes goes below the directory.
    pub(super) fn start(program: &Path, directory: &Path) -> Self {
        // The protocol takes the descriptors 3 and 4, which a shell can make of stdin and stdout.
        let mut process = Command::new("sh")
            .args(["-c", r#"exec 3<&0 4>&1 </dev/null >/dev/null 2>&1; exec "$@""#, "sh"])
            .arg(program)
            .args(["--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu"])
            .args(["--no-first-run", "--disable-dev-shm-usage", "--disable-extensions"])
            .args(["--disable-background-networking", "--disable-component-update"])
            .arg(format!("--user-data-dir={}", directory.join("profile").display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (commands, output) = (process.stdin.take().unwrap(), process.stdout.take().unwrap());
        let (sender, messages) = channel();
        thread::spawn(move || {
            for message in BufReader::new(output).split(0).map_while(Result::ok) {
                let Ok(message) = serde_json::from_slice(&message) else { return };
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let events = VecDeque::new();
        let mut browser = Self { process, commands, messages, session: None, last: 0, events };
        browser.attach(directory);
        browser
    }

    fn attach(&mut self, directory: &Path) {
        let target = self.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        let session = self.call("Target.attachToTarget", &target);
        self.call(
            "Browser.setDownloadBehavior",
            &json!({ "behavior": "allow", "downloadPath": directory, "eventsEnabled": true }),
        );
        self.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Network", "Log"] {
            self.call(&format!("{domain}.enable"), &json!({}));
        }
    }

    /// Calls a method and waits for what it returns.
    pub(super) fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.commands.write_all(message.to_string().as_bytes()).unwrap();
        self.commands.write_all(&[0]).unwrap();
        loop {
            let answer = self.next();
            if answer["id"] == self.last {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
            self.events.push_back(answer);
        }
    }

    fn next(&mut self) -> Value {
        let limit = Duration::from_secs(60);
        self.messages.recv_timeout(limit).expect("the browser answers within a minute")
    }

    /// Waits for an event; what comes before it is kept.
    pub(super) fn wait_for(&mut self, event: &str, so: impl Fn(&Value) -> bool) -> Value {
        let wanted = |message: &Value| message["method"] == event && so(&message["params"]);
        if let Some(place) = self.events.iter().position(wanted) {
            return self.events.remove(place).unwrap()["params"].clone();
        }
        loop {
            let message = self.next();
            if wanted(&message) {
                return message["params"].clone();
            }
            self.events.push_back(message);
        }
    }

    /// All events of a kind that came so far.
    pub(super) fn seen(&self, event: &str) -> Vec<Value> {
        let own = self.events.iter().filter(|message| message["method"] == event);
        own.map(|message| message["params"].clone()).collect()
    }

    /// Leaves out the entries of the console that end so.
    pub(super) fn forget(&mut self, end: &str) {
        let ends_so =
            |it: &Value| it["params"]["entry"]["text"].as_str().is_some_and(|it| it.ends_with(end));
        self.events.retain(|event| !ends_so(event));
    }

    /// Opens a file in a window of some size.
    pub(super) fn open(&mut self, file: &Path, size: (u32, u32)) {
        self.events.clear();
        self.visit(file, "", size);
    }

    /// Opens a file with something after its name.
    pub(super) fn visit(&mut self, file: &Path, hash: &str, (width, height): (u32, u32)) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600,
        });
        self.call("Emulation.setDeviceMetricsOverride", &size);
        self.call("Page.navigate", &json!({ "url": "about:blank" }));
        self.wait_for("Page.loadEventFired", |_| true);
        let url = format!("file://{}{hash}", file.display());
        self.call("Page.navigate", &json!({ "url": url }));
        self.wait_for("Page.loadEventFired", |_| true);
    }

    /// What an expression is in the page, or what the promise holds that it is.
    pub(super) fn value(&mut self, expression: &str) -> Value {
        let parameters =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", &parameters);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Waits until an expression is true in the page.
    pub(super) fn wait_until(&mut self, expression: &str) {
        let started = Instant::now();
        while self.value(expression) != json!(true) {
            assert!(started.elapsed() < Duration::from_secs(60), "{expression} within a minute");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// What an expression is in the page, as text.
    pub(super) fn text(&mut self, expression: &str) -> String {
        let value = self.value(expression);
        value.as_str().unwrap_or_else(|| panic!("{expression} is {value}")).to_owned()
    }

    /// Presses with the mouse what a selector finds, in the middle of it.
    pub(super) fn click(&mut self, selector: &str) {
        let place = self.value(&format!(
            "(() => {{ const it = document.querySelector({selector:?}); \
             it.scrollIntoView({{ block: 'center', behavior: 'instant' }}); \
             const box = it.getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({
                "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1,
            });
            self.call("Input.dispatchMouseEvent", &event);
        }
    }

    /// Presses a key that has a name only.
    pub(super) fn key(&mut self, name: &str, code: u32) {
        for kind in ["rawKeyDown", "keyUp"] {
            let event =
                json!({ "type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", &event);
        }
    }

    /// A picture of the whole page (PNG, in Base64).
    pub(super) fn picture(&mut self) -> String {
        let picture =
            self.call("Page.captureScreenshot", &json!({ "captureBeyondViewport": true }));
        picture["data"].as_str().unwrap().to_owned()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.session = None;
        let close = json!({ "id": self.last + 1, "method": "Browser.close" });
        let _ = self.commands.write_all(format!("{close}\0").as_bytes());
        // Helpers of the browser may hold its pipe longer than itself.
        let asked = Instant::now();
        while matches!(self.process.try_wait(), Ok(None)) && asked.elapsed().as_secs() < 10 {
            thread::sleep(Duration::from_millis(20));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
