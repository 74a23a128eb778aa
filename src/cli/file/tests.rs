//! Tests of files that are written whole.

use super::*;
use std::fs;

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn write(target: &Target, content: &[u8]) {
    target.stage(|writer| writer.write_all(content)).unwrap().commit().unwrap();
}

#[test]
fn a_file_is_replaced_as_a_whole() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.csv");
    fs::write(&path, "old").unwrap();
    let target = Target::prepare(&path).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");

    let failed = target.stage(|writer| {
        writer.write_all(b"half of it")?;
        assert_eq!(names(directory.path()).len(), 2, "the temporary file is beside it");
        Err(io::Error::other("disk full"))
    });
    assert!(failed.unwrap_err().to_string().contains("disk full"));
    drop(target.stage(|writer| writer.write_all(b"never committed")).unwrap());
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");

    write(&target, b"new");
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    assert_eq!(names(directory.path()), ["x.csv"]);
}

#[test]
fn a_file_keeps_the_name_that_it_was_given() {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("a")).unwrap();
    let name = directory.path().join("a/../x.csv");
    for _ in 0..2 {
        let target = Target::prepare(&name).unwrap();
        assert_eq!(target.name(), name);
        assert_eq!(target.path(), directory.path().canonicalize().unwrap().join("x.csv"));
        write(&target, b"content");
    }
}

#[test]
fn names_beside_a_file_keep_what_tells_files_apart() {
    let directory = tempfile::tempdir().unwrap();
    let target = |name: &str| Target::prepare(&directory.path().join(name)).unwrap();
    let name = |target: Target| target.path.file_name().unwrap().to_owned();
    for (file, beside) in [("x.csv", "x.run.json"), ("x.2025", "x.2025.run.json")] {
        assert_eq!(name(target(file).beside("run.json").unwrap().unwrap()), beside);
    }
    for (file, partial) in [("x.csv", "x.partial.csv"), ("x", "x.partial")] {
        assert_eq!(name(target(file).partial().unwrap()), partial);
    }
}

#[test]
fn what_cannot_be_written_is_found_before() {
    let directory = tempfile::tempdir().unwrap();
    let error = |name: &str| Target::prepare(&directory.path().join(name)).unwrap_err();
    assert!(matches!(error("no/such/x.csv"), TargetError::NoDirectory { .. }));
    for name in ["", "out/", "x.csv/."] {
        assert!(matches!(error(name), TargetError::IsDirectory(_)), "{name}");
    }
    assert!(matches!(error(&"x".repeat(300)), TargetError::Refused { .. }));
    for name in [Path::new(""), directory.path()] {
        assert!(matches!(Target::prepare(name), Err(TargetError::IsDirectory(_))), "{name:?}");
    }
    assert_eq!(
        ["x", "a/x"].map(|path| super::directory(Path::new(path))),
        [".", "a"].map(Path::new)
    );
    assert!(names(directory.path()).is_empty());
}

#[cfg(unix)]
#[test]
fn a_replaced_file_keeps_its_rights() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.csv");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    write(&Target::prepare(&path).unwrap(), b"new");
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
}

#[cfg(target_os = "linux")]
#[test]
fn regular_files_below_dev_are_replaced() {
    let Ok(directory) = tempfile::tempdir_in("/dev/shm") else { return };
    let path = directory.path().join("x.csv");
    for content in ["first", "second"] {
        let target = Target::prepare(&path).unwrap();
        write(&target, content.as_bytes());
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
        let record = target.beside("run.json").unwrap();
        assert!(record.is_some_and(|record| record.path().ends_with("x.run.json")));
    }
    assert_eq!(names(directory.path()), ["x.csv"]);
}

#[test]
fn only_open_files_have_names_that_are_appended_to() {
    for path in ["/dev/stdout", "/dev//stderr", "/dev/fd/3"] {
        assert!(names_open_file(Path::new(path)), "{path}");
    }
    for path in ["/dev/shm/x", "/dev/fd/../shm/x", "/dev/fd", "dev/stdout", "/tmp/stdout"] {
        assert!(!names_open_file(Path::new(path)), "{path}");
    }
}

#[cfg(unix)]
#[test]
fn devices_are_written_to_and_links_followed() {
    let null = Target::prepare(Path::new("/dev/null")).unwrap();
    write(&null, b"gone");
    assert!(null.is_device());
    assert!(null.beside("run.json").unwrap().is_none());
    assert!(!Path::new("/dev/null").metadata().unwrap().is_file());

    let directory = tempfile::tempdir().unwrap();
    let (file, link) = (directory.path().join("file"), directory.path().join("link"));
    std::os::unix::fs::symlink(&file, &link).unwrap();
    assert!(matches!(Target::prepare(&link), Err(TargetError::Dangling(_))));
    fs::write(&file, "old").unwrap();
    let target = Target::prepare(&link).unwrap();
    assert!(!target.is_device());
    write(&target, b"new");
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&file).unwrap(), "new");
}
